/* All permutations by swapping, and all subsets by recursion. */
#include <stdio.h>

static int count;

static void swap(char *a, char *b) { char t = *a; *a = *b; *b = t; }

static void permute(char *s, int at, int n)
{
    if (at == n) {
        printf("%s%c", s, ++count % 6 ? ' ' : '\n');
        return;
    }
    for (int i = at; i < n; i++) {
        swap(s + at, s + i);
        permute(s, at + 1, n);
        swap(s + at, s + i);
    }
}

static int subsets(const int *v, int n, int target)
{
    if (target == 0) return 1;
    if (n == 0 || target < 0) return 0;
    return subsets(v + 1, n - 1, target - v[0]) + subsets(v + 1, n - 1, target);
}

int main(void)
{
    char s[] = "abcd";
    static const int v[] = { 3, 5, 6, 7, 8, 9, 10, 2 };

    permute(s, 0, 4);
    printf("%s %d\n", s, count);
    printf("%d\n", subsets(v, 8, 15));
    return count;
}
