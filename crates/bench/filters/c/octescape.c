// systemd: text with octal escapes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#define new(t, n) ((t *) malloc(sizeof(t) * (n)))
#define IN_SET(x, a, b) ((x) == (a) || (x) == (b))
//: cut systemd src/basic/escape.c octescape
