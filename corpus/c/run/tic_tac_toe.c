/* A full game tree of tic-tac-toe by minimax on bit boards. */
#include <stdio.h>

static const unsigned lines[] = { 0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124 };
static int nodes;

static int won(unsigned board)
{
    for (int i = 0; i < 8; i++)
        if ((board & lines[i]) == lines[i]) return 1;
    return 0;
}

static int best(unsigned mine, unsigned theirs)
{
    int result = -2;
    nodes++;
    if (won(theirs)) return -1;
    if ((mine | theirs) == 0777) return 0;
    for (int i = 0; i < 9 && result < 1; i++)
        if (!((mine | theirs) >> i & 1)) {
            int v = -best(theirs, mine | 1u << i);
            if (v > result) result = v;
        }
    return result;
}

int main(void)
{
    printf("%d\n", best(0421 & ~0400, 0012));
    printf("%d\n", best(0001, 0020));
    printf("%d\n", best(0003, 0020));
    printf("%d\n", nodes);
    return best(0003, 0050) + 1;
}
