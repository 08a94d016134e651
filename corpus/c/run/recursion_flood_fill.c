/* Flood fill over a map of characters; areas of islands. */
#include <stdio.h>

static char map[6][11] = {
    "..##...#..",
    ".###..##..",
    "..........",
    "#..####..#",
    "##.#..#.##",
    "...####...",
};

static int fill(int y, int x)
{
    if (y < 0 || y >= 6 || x < 0 || x >= 10 || map[y][x] != '#')
        return 0;
    map[y][x] = 'o';
    return 1 + fill(y - 1, x) + fill(y + 1, x) + fill(y, x - 1) + fill(y, x + 1);
}

int main(void)
{
    int x, y, islands = 0, largest = 0;

    for (y = 0; y < 6; y++)
        for (x = 0; x < 10; x++) {
            int area = fill(y, x);
            if (!area) continue;
            islands++;
            printf("%d ", area);
            if (area > largest) largest = area;
        }
    printf("\n%d %d\n%s\n", islands, largest, map[4]);
    return largest;
}
