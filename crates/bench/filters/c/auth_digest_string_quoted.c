// curl: text for a quoted string of HTTP.
#include <stdlib.h>
//: cut curl lib/vauth/digest.c auth_digest_string_quoted
