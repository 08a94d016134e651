// sharutils (uudecode): decodes the lines of a uuencoded file, up to its end.
//: function main
#include <stdio.h>
#include <stdlib.h>
typedef int uudecode_exit_code_t;
enum { UUDECODE_EXIT_SUCCESS, UUDECODE_EXIT_INVALID, UUDECODE_EXIT_NO_OUTPUT };
#define _(text) text
#define NL '\n'
#define die(status, ...) exit(status)
#define fserr(status, ...) exit(status)
//: cut sharutils src/uudecode.c DEC TRY_PUTCHAR read_stduu
int main(void) { return read_stduu("", ""); }
