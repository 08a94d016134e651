// openssl: bytes to base64.
#include <stddef.h>
#define EVP_ENCODE_CTX_USE_SRP_ALPHABET 2
typedef struct { unsigned flags; } EVP_ENCODE_CTX;
//: cut openssl crypto/evp/encode.c conv_bin2ascii data_bin2ascii srpdata_bin2ascii evp_encodeblock_int EVP_EncodeBlock
