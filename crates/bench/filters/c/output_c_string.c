// sqlite3 (shell): text as a C string.
#include <ctype.h>
#include <stdio.h>
#define raw_printf fprintf
#define utf8_printf fprintf
//: cut sqlite3 src/shell.c.in output_c_string
