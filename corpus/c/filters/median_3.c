/* Writes the median of every three numbers in a row: single outliers vanish.
 * --function median_3 */
int in(void);
void out(int v);

static int median(int a, int b, int c)
{
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    return c < a ? a : c > b ? b : c;
}

void median_3(void)
{
    int a = in();
    int b = in();

    while (1) {
        int c = in();
        out(median(a, b, c));
        a = b;
        b = c;
    }
}
