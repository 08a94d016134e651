// curl: bytes to base64.
#include <stdlib.h>
#include <string.h>
typedef enum { CURLE_OK, CURLE_OUT_OF_MEMORY } CURLcode;
//: cut curl lib/base64.c base64 base64_encode Curl_base64_encode
