// systemd: text as in a C string.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#define new(t, n) ((t *) malloc(sizeof(t) * (n)))
//: cut systemd src/basic/hexdecoct.c octchar
//: cut systemd src/basic/escape.c cescape_char cescape_length
