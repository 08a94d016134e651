/* Longest common subsequence, edit distance and knapsack in tables. */
#include <stdio.h>
#include <string.h>

static int max(int a, int b) { return a > b ? a : b; }
static int min3(int a, int b, int c) { int m = a < b ? a : b; return m < c ? m : c; }

static int lcs(const char *a, const char *b)
{
    int t[16][16] = { { 0 } }, i, j;
    for (i = 1; a[i - 1]; i++)
        for (j = 1; b[j - 1]; j++)
            t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : max(t[i - 1][j], t[i][j - 1]);
    return t[strlen(a)][strlen(b)];
}

static int distance(const char *a, const char *b)
{
    int row[16], n = (int)strlen(b);
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int up = row[j];
            row[j] = min3(row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = up;
        }
    }
    return row[n];
}

static int knapsack(const int (*items)[2], int n, int room)
{
    int best[41] = { 0 };
    for (int i = 0; i < n; i++)
        for (int w = room; w >= items[i][0]; w--) best[w] = max(best[w], best[w - items[i][0]] + items[i][1]);
    return best[room];
}

int main(void)
{
    static const int items[][2] = { { 12, 4 }, { 2, 2 }, { 1, 1 }, { 1, 2 }, { 4, 10 }, { 9, 11 } };

    printf("%d %d\n", lcs("AGGTAB", "GXTXAYB"), lcs("abc", "xyz"));
    printf("%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("same", "same"));
    printf("%d %d\n", knapsack(items, 6, 15), knapsack(items, 6, 40));
    return lcs("programming", "gaming");
}
