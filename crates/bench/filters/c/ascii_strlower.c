// systemd: text in lower case, where it stands.
#include <assert.h>
//: cut systemd src/basic/string-util.c ascii_tolower ascii_strlower
