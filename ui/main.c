/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <locale.h>

#include "cli/cmd.h"
#include "cli/out.h"

int main(int argc, char **argv)
{
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C"); /* figures are read by scripts */
	ui_out_init();
	return ui_out_finish(ui_main(argc, argv));
}
