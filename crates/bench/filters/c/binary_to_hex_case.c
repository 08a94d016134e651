// dovecot: encodes as hexadecimal digits.
//: with ucase=0
#include <stdbool.h>
#include <stddef.h>
//: cut dovecot src/lib/hex-binary.c binary_to_hex_case
