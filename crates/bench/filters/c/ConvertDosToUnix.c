// dos2unix: line endings CRLF as LF; stops at what is no text.
//: function main
#include <stdio.h>
#define _(text) text
#define D2U_UTF8_FPRINTF fprintf
#define d2u_getc_error(flag, name) ((flag)->error = 1)
#define d2u_putc_error(flag, name) ((flag)->error = 1)
typedef struct { int verbose, ConvMode, FromToMode, NewLine, Force, status, stdio_mode, error, bomtype; unsigned line_nr; } CFlag;
enum { BINARY_FILE = 1, WRONG_CODEPAGE = 4 };
enum { FROMTO_DOS2UNIX, FROMTO_MAC2UNIX, FROMTO_UNIX2DOS, FROMTO_UNIX2MAC };
enum { CONVMODE_ASCII, CONVMODE_UTF16LE, CONVMODE_UTF16BE, CONVMODE_7BIT };
enum { CONVMODE_437 = 437, CONVMODE_850 = 850, CONVMODE_860 = 860, CONVMODE_863 = 863, CONVMODE_865 = 865, CONVMODE_1252 = 1252 };
//: cut dos2unix dos2unix.h D2UAsciiTable D2U7BitTable D2UIso437Table D2UIso850Table D2UIso860Table D2UIso863Table D2UIso865Table D2UIso1252Table
//: cut dos2unix dos2unix.c StripDelimiter ConvertDosToUnix
int main(void) { CFlag flags = { 0 }; return ConvertDosToUnix(stdin, stdout, &flags, ""); }
