// systemd: encodes as hexadecimal digits.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#define new(t, n) ((t *) malloc(sizeof(t) * (n)))
//: cut systemd src/basic/hexdecoct.c hexchar hexmem
