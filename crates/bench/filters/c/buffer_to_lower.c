// lighttpd: letters to lower case, in place.
//: function wrapped
#include <stddef.h>
#include <stdint.h>
//: cut lighttpd src/buffer.h buffer buffer_clen light_isupper
//: cut lighttpd src/buffer.c buffer_to_lower
size_t wrapped(char *text, size_t length) {
    buffer string = {text, length + 1, length + 1};
    buffer_to_lower(&string);
    return string.used - 1;
}
