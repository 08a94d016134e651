// util-linux (colrm 3 5): lines without some columns.
//: function main
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <wchar.h>
//: cut util-linux text-utils/colrm.c process_input
int main(void) {
    while (process_input(3, 5))
        ;
    return 0;
}
