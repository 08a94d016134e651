// sqlite3 (shell): text for HTML.
#include <stdio.h>
#define raw_printf fprintf
#define utf8_printf fprintf
//: cut sqlite3 src/shell.c.in output_html_string
