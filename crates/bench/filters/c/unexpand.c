// coreutils (unexpand -a): spaces as tabs.
//: function main
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define _(text) text
#define die(status, ...) exit(status)
static bool convert_entire_line = true;
static uintmax_t tab_size = 8, extend_size, increment_size, *tab_list;
static size_t first_free_tab, max_column_width = 8;
#define xmalloc malloc
static FILE *next_file(FILE *fp) { return fp ? NULL : stdin; }
//: cut coreutils src/expand-common.c get_next_tab_column
//: cut coreutils src/unexpand.c unexpand
int main(void) { unexpand(); return 0; }
