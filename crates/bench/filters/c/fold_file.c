// coreutils (fold): breaks lines after 80 columns.
//: function main
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define STREQ(a, b) (strcmp(a, b) == 0)
#define error(...) ((void) 0)
#define quotef(name) name
#define fadvise(file, how) ((void) 0)
#define TAB_WIDTH 8
static void *X2REALLOC(void *p, size_t *room) { return realloc(p, *room = 2 * *room + 64); }
static unsigned char to_uchar(char c) { return c; }
static bool break_spaces, count_bytes, have_read_stdin;
//: cut coreutils src/fold.c adjust_column fold_file
int main(void) { return !fold_file("-", 80); }
