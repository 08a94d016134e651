// curl: a name for a multipart header, percent encoded as browsers do.
//: with strategy=1
#include <stdlib.h>
#include <string.h>
typedef enum { CURLE_OK, CURLE_OUT_OF_MEMORY } CURLcode;
struct Curl_easy { struct { unsigned mime_options; } set; };
#define CURLMIMEOPT_FORMESCAPE 1
#define DEBUGASSERT(what)
#define Curl_safefree(what) (free(what), (what) = NULL)
//: cut curl lib/curl_setup.h STRCONST
//: cut curl lib/urldata.h CURL_MAX_INPUT_LENGTH
//: cut curl lib/mime.h mimestrategy
//: cut curl lib/dynbuf.h dynbuf
//: cut curl lib/dynbuf.c MIN_FIRST_ALLOC Curl_dyn_init Curl_dyn_free dyn_nappend Curl_dyn_addn Curl_dyn_add Curl_dyn_ptr
//: cut curl lib/mime.c escape_string
