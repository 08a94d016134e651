// apr-util: bytes to base64.
#include <assert.h>
#define APU_DECLARE(type) type
//: cut apr-util encoding/apr_base64.c APR_BASE64_ENCODE_MAX basis_64 apr_base64_encode_binary
