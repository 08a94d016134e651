/* Writes every two numbers in the opposite order; a last one without a partner is not written.
 * --function swap_pairs */
int in(void);
void out(int v);

void swap_pairs(void)
{
    while (1) {
        int first = in();
        int second = in();
        out(second);
        out(first);
    }
}
