/* strtok and a hand-written splitter give the same words. */
#include <stdio.h>
#include <string.h>

static int split(const char *s, const char *stop, char out[][10])
{
    int n = 0;
    while (*s) {
        int len = (int)strcspn(s, stop);
        if (len) {
            memcpy(out[n], s, len);
            out[n++][len] = 0;
        }
        s += len;
        s += strspn(s, stop);
    }
    return n;
}

int main(void)
{
    char line[] = "  alpha, beta;gamma ,, delta;", copy[40], words[8][10], *w;
    int n = 0, count;

    strcpy(copy, line);
    count = split(line, " ,;", words);
    for (w = strtok(copy, " ,;"); w; w = strtok(0, " ,;")) {
        printf("%s %d\n", w, strcmp(w, words[n]) == 0);
        n++;
    }
    printf("%d %d\n", n, count);
    return n == count ? n : 99;
}
