// openssl: base64 to bytes.
#include <stddef.h>
#define EVP_ENCODE_CTX_USE_SRP_ALPHABET 2
typedef struct { unsigned flags; } EVP_ENCODE_CTX;
//: cut openssl crypto/evp/encode.c B64_EOLN B64_CR B64_EOF B64_WS B64_ERROR B64_NOT_BASE64 data_ascii2bin srpdata_ascii2bin conv_ascii2bin evp_decodeblock_int EVP_DecodeBlock
