// dos2unix (unix2dos): line endings LF as CRLF, all else from Latin-1 to code page 437.
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
//: cut dos2unix unix2dos.h U2DAsciiTable U2D7BitTable U2DIso437Table U2DIso850Table U2DIso860Table U2DIso863Table U2DIso865Table U2DIso1252Table
//: cut dos2unix unix2dos.c AddDOSNewLine ConvertUnixToDos
int main(void) { CFlag flags = { .ConvMode = CONVMODE_437, .FromToMode = FROMTO_UNIX2DOS, .Force = 1 }; return ConvertUnixToDos(stdin, stdout, &flags, ""); }
