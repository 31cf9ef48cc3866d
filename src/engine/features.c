/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include <tflame/version.h>

const char *tf_features(void)
{
	return
#ifdef HAVE_ZSTD
		"+zstd\n"
#else
		"-zstd\n"
#endif
#ifdef HAVE_LZMA
		"+lzma\n"
#else
		"-lzma\n"
#endif
		"+libelf\n+libiberty\n+ncursesw\n";
}
