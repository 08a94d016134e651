// libevent: percent decoding, plus signs to spaces behind a question mark.
//: function evhttp_decode_uri_internal
//: with decode_plus_ctl=-1
#include <stdlib.h>
static int EVUTIL_ISXDIGIT_(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }
//: cut libevent http.c evhttp_decode_uri_internal
