// sharutils (uuencode): encodes all of a file.
//: function main
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define UUENCODE_EXIT_FAILURE 1
#define _(text) text
#define HAVE_OPT(name) 0
#define fserr(status, ...) exit(status)
#define base64_encode(in, inlen, out, outlen) ((void) 0)
static char *input_name;
//: cut sharutils src/uuencode.c uu_std trans_ptr ENC try_putchar encode_block encode
int main(void) { encode(); return 0; }
