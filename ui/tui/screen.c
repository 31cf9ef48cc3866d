/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/screen.h"

void ui_screen_free(struct ui_screen *s)
{
	if (s)
		s->ops->free(s);
}
