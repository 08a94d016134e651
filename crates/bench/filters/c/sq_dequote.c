// git: takes the single quotes of a shell away, where they stand.
#include <stddef.h>
//: cut git quote.c need_bs_quote sq_dequote_step sq_dequote
