// libmicrohttpd: percent decoding, in place.
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#define _MHD_static_inline static inline
//: cut libmicrohttpd src/microhttpd/mhd_str.c isasciidigit toxdigitvalue MHD_strx_to_uint32_n_
//: cut libmicrohttpd src/microhttpd/internal.c MHD_http_unescape
