/* Writes 1 where a number is above zero and the one before was not, and 0 elsewhere.
 * --function rising_edge */
int in(void);
void out(int v);

void rising_edge(void)
{
    _Bool was_high = 0;

    while (1) {
        _Bool is_high = in() > 0;
        out(is_high && !was_high);
        was_high = is_high;
    }
}
