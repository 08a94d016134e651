/* Turns letters by thirteen places; twice is the text again. */
#include <stdio.h>

int main(void)
{
    int c;

    while ((c = fgetc(stdin)) != EOF) {
        if (c >= 'a' && c <= 'z')
            c = 'a' + (c - 'a' + 13) % 26;
        else if (c >= 'A' && c <= 'Z')
            c = 'A' + (c - 'A' + 13) % 26;
        fputc(c, stdout);
    }
    return 0;
}
