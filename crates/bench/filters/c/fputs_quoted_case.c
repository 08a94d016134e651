// util-linux: text for a shell, in double quotes.
//: with dir=0
#include <ctype.h>
#include <stdio.h>
//: cut util-linux include/carefulputc.h fputs_quoted_case
