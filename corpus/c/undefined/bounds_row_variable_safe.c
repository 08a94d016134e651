/* never fails */
extern int __VERIFIER_nondet_int(void);

static int at(int rows, int columns, int table[rows][columns], int i, int j)
{
    return table[i][j];
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int table[2][n];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n; j++)
            table[i][j] = i + j;
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 1 || j < 0 || j >= n)
        return 0;
    return at(2, n, table, i, j) > 9;
}
