/* The towers of Hanoi, with the pegs as arrays that are checked. */
#include <stdio.h>

static int peg[3][8], height[3], moves;

static int move(int from, int to)
{
    int disc = peg[from][--height[from]];
    if (height[to] && peg[to][height[to] - 1] < disc) return 0;
    peg[to][height[to]++] = disc;
    moves++;
    return 1;
}

static int hanoi(int n, int from, int to, int by)
{
    return n == 0 || hanoi(n - 1, from, by, to) && move(from, to) && hanoi(n - 1, by, to, from);
}

int main(void)
{
    int n;

    for (n = 6; n > 0; n--) peg[0][height[0]++] = n;
    printf("%d\n", hanoi(6, 0, 2, 1));
    printf("%d %d %d %d\n", moves, height[0], height[1], height[2]);
    for (n = 0; n < 6; n++) printf("%d ", peg[2][n]);
    printf("\n");
    return moves;
}
