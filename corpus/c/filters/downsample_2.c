/* Drops every second number.
 * --function downsample_2 */
int in(void);
void out(int v);

void downsample_2(void)
{
    while (1) {
        out(in());
        in();
    }
}
