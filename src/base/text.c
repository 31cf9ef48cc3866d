/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include <tflame/text.h>

#include <stdio.h>
#include <string.h>

#include "base/xalloc.h"

size_t tf_utf8_next(const char *s, size_t n, uint32_t *cp)
{
	const unsigned char *p = (const unsigned char *)s;
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t len = p[0] < 0x80 ? 1 : (p[0] & 0xe0) == 0xc0 ? 2 : (p[0] & 0xf0) == 0xe0 ? 3 : (p[0] & 0xf8) == 0xf0 ? 4 : 0;
	if (!len || len > n)
		return 0;
	uint32_t c = len == 1 ? p[0] : p[0] & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3fu);
	}
	if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0;
	*cp = c;
	return len;
}

bool tf_char_unsafe(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f || c == 0x061c ||
	       (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb);
}

size_t tf_escape(char *out, size_t size, const char *s, size_t n)
{
	size_t o = 0;
	for (size_t i = 0; i < n;) {
		char buf[16];
		const char *piece = buf;
		uint32_t c = 0;
		size_t len = tf_utf8_next(s + i, n - i, &c), plen;
		if (!len) {
			len = 1;
			plen = (size_t)snprintf(buf, sizeof buf, "\\x%02x", (unsigned char)s[i]);
		} else if (!tf_char_unsafe(c)) {
			piece = s + i;
			plen = len;
		} else if (c == '\n' || c == '\t' || c == '\r') {
			plen = (size_t)snprintf(buf, sizeof buf, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
		} else {
			plen = (size_t)snprintf(buf, sizeof buf, c < 0x80 ? "\\x%02x" : "\\u{%x}", c);
		}
		if (o + plen >= size)
			break;
		memcpy(out + o, piece, plen);
		o += plen;
		i += len;
	}
	if (size)
		out[o] = 0;
	return o;
}

char *tf_escape_dup(const char *s, size_t n)
{
	size_t size = n * 8 + 1; /* \u{feff} is the longest stand-in: 8 bytes for 3 */
	char *out = tf_xmalloc(size);
	tf_escape(out, size, s, n);
	return out;
}
