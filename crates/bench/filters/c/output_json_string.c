// sqlite3 (shell): text for JSON.
#include <ctype.h>
#include <stdio.h>
#define raw_printf fprintf
#define utf8_printf fprintf
#include <string.h>
typedef long long i64;
//: cut sqlite3 src/shell.c.in output_json_string
