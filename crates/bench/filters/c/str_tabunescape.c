// dovecot: the text back from a field between tabs, where it stands.
#include <stddef.h>
#include <string.h>
//: cut dovecot src/lib/strescape.c str_tabunescape_from str_tabunescape
