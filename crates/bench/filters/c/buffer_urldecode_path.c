// lighttpd: percent decoding, control characters to underscores, in place.
//: function wrapped
#include <stdint.h>
#include <string.h>
//: cut lighttpd src/buffer.h buffer buffer_clen
//: cut lighttpd src/buffer.c li_cton hex2int buffer_urldecode_path
size_t wrapped(char *text, size_t length) {
    buffer string = {text, length + 1, length + 1};
    buffer_urldecode_path(&string);
    return string.used - 1;
}
