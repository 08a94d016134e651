// openssl: bytes as hexadecimal digits with colons.
#include <stdint.h>
#include <stdlib.h>
#define ERR_raise(library, reason)
#define OPENSSL_malloc malloc
#define OPENSSL_zalloc(size) calloc(1, size)
#define OPENSSL_free free
//: cut openssl crypto/o_str.c DEFAULT_SEPARATOR CH_ZERO buf2hexstr_sep ossl_buf2hexstr_sep OPENSSL_buf2hexstr
