/* Drops the byte order mark of UTF-8 (EF BB BF) at the start. */
#include <stdio.h>

int main(void)
{
    static const unsigned char mark[3] = { 0xef, 0xbb, 0xbf };
    int matched = 0;
    int c = getchar();

    while (matched < 3 && c == mark[matched]) {
        matched++;
        c = getchar();
    }
    if (matched < 3)
        fwrite(mark, 1, matched, stdout);
    while (c != EOF) {
        putchar(c);
        c = getchar();
    }
    return 0;
}
