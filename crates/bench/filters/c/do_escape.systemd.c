// systemd: text for the name of a unit.
//: function do_escape
#include <assert.h>
#include <string.h>
#define IN_SET(x, a, b) ((x) == (a) || (x) == (b))
#define DIGITS "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
//: cut systemd src/basic/hexdecoct.c hexchar
//: cut systemd src/basic/unit-name.c VALID_CHARS do_escape_char do_escape
