// tree: a file's name for a URL in HTML.
//: function url_encode
#include <ctype.h>
#include <stdio.h>
#include <sys/types.h>
//: cut tree html.c url_encode
