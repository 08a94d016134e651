/* The game of life on a torus: a glider comes back after enough steps. */
#include <stdio.h>
#include <string.h>

#define SIZE 8
static unsigned char world[SIZE][SIZE], start[SIZE][SIZE];

static int neighbours(int y, int x)
{
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx) n += world[(y + dy + SIZE) % SIZE][(x + dx + SIZE) % SIZE];
    return n;
}

static void step(void)
{
    unsigned char after[SIZE][SIZE];
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            int n = neighbours(y, x);
            after[y][x] = n == 3 || n == 2 && world[y][x];
        }
    memcpy(world, after, sizeof world);
}

int main(void)
{
    int steps = 0;

    world[0][1] = world[1][2] = world[2][0] = world[2][1] = world[2][2] = 1;
    memcpy(start, world, sizeof start);
    do {
        step();
        steps++;
    } while (memcmp(world, start, sizeof start) && steps < 100);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) putchar(world[y][x] ? '#' : '.');
        putchar('\n');
    }
    return steps;
}
