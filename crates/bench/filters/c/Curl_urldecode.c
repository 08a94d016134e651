// curl: percent decoding.
//: with ctrl=2
#include <stdlib.h>
#include <string.h>
typedef enum { CURLE_OK, CURLE_OUT_OF_MEMORY, CURLE_URL_MALFORMAT } CURLcode;
#define DEBUGASSERT(what)
#define Curl_safefree(what) (free(what), (what) = NULL)
//: cut curl lib/curl_ctype.h ISXDIGIT ISDIGIT ISLOWHEXALHA ISUPHEXALHA
//: cut curl lib/escape.h urlreject
//: cut curl lib/escape.c hextable onehex2dec Curl_urldecode
