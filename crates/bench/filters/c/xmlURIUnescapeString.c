// libxml2: percent decoding.
#include <stdlib.h>
#include <string.h>
#define xmlMallocAtomic malloc
#define xmlURIErrMemory(what)
//: cut libxml2 uri.c is_hex xmlURIUnescapeString
