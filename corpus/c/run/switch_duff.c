/* Duff's device: a loop whose body is entered in the middle by a switch. */
#include <stdio.h>

static void copy(char *to, const char *from, int count)
{
    int rounds = (count + 7) / 8;

    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

int main(void)
{
    char out[27];
    static const char in[] = "abcdefghijklmnopqrstuvwxyz";

    for (int n = 1; n <= 26; n += 5) {
        copy(out, in, n);
        out[n] = 0;
        printf("%s\n", out);
    }
    return out[25];
}
