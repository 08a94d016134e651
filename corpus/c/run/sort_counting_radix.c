/* Counting sort of bytes and radix sort of words, least digit first. */
#include <stdio.h>
#include <string.h>

static void counting(unsigned char *v, int n)
{
    int count[256] = { 0 }, k = 0;
    for (int i = 0; i < n; i++) count[v[i]]++;
    for (int c = 0; c < 256; c++)
        while (count[c]-- > 0) v[k++] = (unsigned char)c;
}

static void radix(unsigned *v, unsigned *w, int n)
{
    for (int shift = 0; shift < 32; shift += 8) {
        int start[257] = { 0 };
        for (int i = 0; i < n; i++) start[(v[i] >> shift & 255) + 1]++;
        for (int c = 0; c < 256; c++) start[c + 1] += start[c];
        for (int i = 0; i < n; i++) w[start[v[i] >> shift & 255]++] = v[i];
        memcpy(v, w, n * sizeof *v);
    }
}

int main(void)
{
    unsigned char text[] = "sphinx of black quartz judge my vow";
    unsigned v[] = { 4000000000u, 1, 65536, 255, 256, 77, 3999999999u, 0, 65535 }, w[9];

    counting(text, sizeof text - 1);
    printf("[%s]\n", text);
    radix(v, w, 9);
    for (int i = 0; i < 9; i++) printf("%u ", v[i]);
    printf("\n");
    return text[10];
}
