// busybox: undoes backslash escapes, as echo -e and printf do.
#include <limits.h>
#define FAST_FUNC
#define ALIGN1
//: cut busybox libbb/process_escape_sequence.c WANT_HEX_ESCAPES _tolower bb_process_escape_sequence strcpy_and_process_escape_sequences
