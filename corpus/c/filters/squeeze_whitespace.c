/* Writes a single blank for every run of white space. */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int c;
    int in_space = 0;

    while ((c = getchar()) != EOF) {
        if (!isspace(c)) {
            putchar(c);
            in_space = 0;
        } else if (!in_space) {
            putchar(' ');
            in_space = 1;
        }
    }
    return 0;
}
