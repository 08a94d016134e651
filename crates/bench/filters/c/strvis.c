// libbsd: characters that cannot be printed, as those of C, in octal.
//: with flags=16387
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <wchar.h>
#include <wctype.h>
#define _DIAGASSERT(x)
#define iscgraph(c) isgraph(c)
#define BELL L'\a'
static wchar_t *do_svis(wchar_t *, wint_t, int, wint_t, const wchar_t *);
//: cut libbsd include/bsd/vis.h VIS_OCTAL VIS_CSTYLE VIS_SP VIS_TAB VIS_NL VIS_SAFE VIS_DQ VIS_NOSLASH VIS_HTTPSTYLE VIS_MIMESTYLE VIS_GLOB VIS_SHELL VIS_NOLOCALE
//: cut libbsd src/vis.c ISGRAPH iswoctal iswwhite iswsafe xtoa XTOA MAXEXTRAS char_shell char_glob do_hvis do_mvis do_mbyte do_svis visfun_t getvisfun makeextralist istrsenvisx istrsenvisxna istrsenvisxl strvis
