// curl: base64 to bytes.
#include <stdlib.h>
#include <string.h>
typedef enum { CURLE_OK, CURLE_OUT_OF_MEMORY, CURLE_BAD_CONTENT_ENCODING } CURLcode;
//: cut curl lib/base64.c decodetable Curl_base64_decode
