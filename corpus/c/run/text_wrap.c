/* Wrapping of a paragraph to a width, with justification. */
#include <stdio.h>
#include <string.h>

#define WIDTH 24

static void flush(const char *const *words, const int *lengths, int n, int used, int last)
{
    int gaps = n - 1, spare = last ? 0 : WIDTH - used - gaps;
    for (int i = 0; i < n; i++) {
        printf("%.*s", lengths[i], words[i]);
        if (i < gaps) {
            int pad = 1 + spare / gaps + (i < spare % gaps);
            while (pad-- > 0) putchar(' ');
        }
    }
    printf("|\n");
}

int main(void)
{
    const char *p = "a short paragraph of plain words that has to be wrapped and justified to a given width";
    const char *words[16];
    int lengths[16], n = 0, used = 0, lines = 0;

    while (*p) {
        int len = (int)strcspn(p, " ");
        if (n && used + n + len > WIDTH) {
            flush(words, lengths, n, used, 0);
            lines++;
            n = used = 0;
        }
        words[n] = p;
        lengths[n++] = len;
        used += len;
        p += len;
        p += strspn(p, " ");
    }
    flush(words, lengths, n, used, 1);
    return lines + 1;
}
