// openssl: hexadecimal digits with colons to bytes.
#include <stdlib.h>
#include <string.h>
#define ERR_raise(library, reason)
#define OPENSSL_malloc malloc
#define OPENSSL_free free
//: cut openssl crypto/o_str.c DEFAULT_SEPARATOR CH_ZERO OPENSSL_hexchar2int hexstr2buf_sep ossl_hexstr2buf_sep OPENSSL_hexstr2buf
