/* Writes the average of every three numbers in a row, rounded towards zero.
 * --function moving_average_3 */
int in(void);
int peek(int k);
void out(int v);

void moving_average_3(void)
{
    while (1) {
        long long sum = (long long)peek(0) + peek(1) + peek(2);
        out((int)(sum / 3));
        in();
    }
}
