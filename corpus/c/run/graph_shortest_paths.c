/* Shortest paths between all pairs, and a union-find spanning tree. */
#include <stdio.h>

#define N 6
enum { FAR = 1000000 };
static const unsigned char edges[][3] = { { 0, 1, 7 }, { 0, 2, 9 }, { 0, 5, 14 }, { 1, 2, 10 }, { 1, 3, 15 },
                                          { 2, 3, 11 }, { 2, 5, 2 }, { 3, 4, 6 }, { 4, 5, 9 } };
static int d[N][N], parent[N];

static int find(int x) { while (parent[x] != x) x = parent[x] = parent[parent[x]]; return x; }

int main(void)
{
    int i, j, k, weight = 0, limit;

    for (i = 0; i < N; i++) { parent[i] = i; for (j = 0; j < N; j++) d[i][j] = i == j ? 0 : FAR; }
    for (i = 0; i < 9; i++) d[edges[i][0]][edges[i][1]] = d[edges[i][1]][edges[i][0]] = edges[i][2];
    for (k = 0; k < N; k++)
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) printf("%3d", d[i][j]);
        printf("\n");
    }
    for (limit = 1; limit < 20; limit++)
        for (i = 0; i < 9; i++)
            if (edges[i][2] == limit && find(edges[i][0]) != find(edges[i][1])) {
                parent[find(edges[i][0])] = find(edges[i][1]);
                weight += limit;
            }
    printf("%d\n", weight);
    return weight;
}
