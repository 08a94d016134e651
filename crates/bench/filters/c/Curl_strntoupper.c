// curl: letters to upper case.
#include <stddef.h>
//: cut curl lib/strcase.c touppermap Curl_raw_toupper Curl_strntoupper
