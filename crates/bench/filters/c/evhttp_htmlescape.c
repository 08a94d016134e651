// libevent: text for HTML.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define EV_SIZE_MAX SIZE_MAX
#define mm_malloc malloc
#define event_warn(...)
//: cut libevent http.c html_replace evhttp_htmlescape
