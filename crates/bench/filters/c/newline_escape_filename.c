// openssl: a file name with its line ends escaped.
#include <stdlib.h>
#include <string.h>
#define app_malloc(size, what) malloc(size)
//: cut openssl apps/dgst.c newline_escape_filename
