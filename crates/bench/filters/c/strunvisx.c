// libbsd: undoes what vis does in the style of MIME.
//: with flag=256
#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#define __arraycount(a) (sizeof(a) / sizeof(*(a)))
#define __weak_alias(a, b)
//: cut libbsd include/bsd/vis.h VIS_HTTP1808 VIS_MIMESTYLE VIS_HTTP1866 VIS_NOESCAPE _VIS_END UNVIS_VALID UNVIS_VALIDPUSH UNVIS_NOCHAR UNVIS_SYNBAD UNVIS_END
#if 1 // what is cut first ends it
//: cut libbsd src/unvis.c __weak_alias nv unvis strnunvisx strunvisx
