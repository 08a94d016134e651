// tree: text for HTML.
//: function html_encode
#include <stdio.h>
//: cut tree html.c html_encode
