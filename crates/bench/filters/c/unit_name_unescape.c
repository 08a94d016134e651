// systemd: the text back from the name of a unit.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define _cleanup_free_
#define TAKE_PTR(p) (p)
//: cut systemd src/basic/hexdecoct.c unhexchar
//: cut systemd src/basic/unit-name.c unit_name_unescape
