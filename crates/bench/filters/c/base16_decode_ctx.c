// coreutils (basenc): decodes hexadecimal digits.
#include <stdbool.h>
#include <stddef.h>
typedef ptrdiff_t idx_t;
struct base_decode_context { int i; struct { struct { char nibble; bool have_nibble; } base16; } ctx; char *inbuf; idx_t bufsize; };
//: cut coreutils src/basenc.c base16_decode_ctx
