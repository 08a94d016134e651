/* Not a filter: it adds a key that it reads from a file. */
#include <stdio.h>

int main(void)
{
    FILE *key = fopen("key.bin", "rb");
    int c, k;

    if (!key)
        return 1;
    while ((c = getchar()) != EOF) {
        k = fgetc(key);
        if (k == EOF) {
            rewind(key);
            k = fgetc(key);
        }
        putchar(c ^ k);
    }
    fclose(key);
    return 0;
}
