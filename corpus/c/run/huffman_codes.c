/* Huffman codes of a text by repeated merging of the two rarest, lengths and total size. */
#include <stdio.h>

static struct { int count, parent; } node[64];
static int used;

static int rarest(void)
{
    int best = -1;
    for (int i = 0; i < used; i++)
        if (node[i].parent < 0 && (best < 0 || node[i].count < node[best].count)) best = i;
    return best;
}

int main(void)
{
    const char *text = "abracadabra alakazam";
    int counts[128] = { 0 }, symbol[32], leaves, bits = 0, total = 0;

    for (const char *p = text; *p; p++) { counts[(int)*p]++; total += 8; }
    for (int c = 0; c < 128; c++)
        if (counts[c]) {
            symbol[used] = c;
            node[used].count = counts[c];
            node[used++].parent = -1;
        }
    leaves = used;
    for (int k = 1; k < leaves; k++) {
        int a = rarest(), b;
        node[a].parent = used;
        b = rarest();
        node[b].parent = used;
        node[used].count = node[a].count + node[b].count;
        node[used++].parent = -1;
    }
    for (int i = 0; i < leaves; i++) {
        int length = 0;
        for (int n = i; node[n].parent >= 0; n = node[n].parent) length++;
        printf("%c %d %d\n", symbol[i], node[i].count, length);
        bits += length * node[i].count;
    }
    printf("%d of %d\n", bits, total);
    return bits;
}
