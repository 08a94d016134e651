// openssl: two bytes for each character to one.
#include <stdlib.h>
#define ERR_raise(library, reason)
#define OPENSSL_malloc malloc
//: cut openssl crypto/pkcs12/p12_utl.c OPENSSL_uni2asc
