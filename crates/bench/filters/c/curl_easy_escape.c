// curl: percent encoding.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
struct Curl_easy;
typedef enum { CURLE_OK, CURLE_OUT_OF_MEMORY } CURLcode;
#define TRUE true
#define FALSE false
#define DEBUGASSERT(what)
#define Curl_safefree(what) (free(what), (what) = NULL)
//: cut curl lib/urldata.h CURL_MAX_INPUT_LENGTH
//: cut curl lib/dynbuf.h dynbuf
//: cut curl lib/dynbuf.c MIN_FIRST_ALLOC Curl_dyn_init Curl_dyn_free dyn_nappend Curl_dyn_addn Curl_dyn_ptr
//: cut curl lib/escape.c Curl_isunreserved curl_easy_escape
