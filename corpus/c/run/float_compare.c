/* Comparisons of floating numbers, with negative zero, infinity and not-a-number. */
#include <stdio.h>

int main(void)
{
    double zero = 0.0, minus = -0.0, one = 1.0;
    double inf = one / 1e-308 * 1e10, nan = inf - inf;
    float tenth = 0.1f;

    printf("%d %d %d\n", zero == minus, one / 3 * 3 == one, 0.1 + 0.2 == 0.3);
    printf("%d %d %d\n", inf > 1e308, -inf < inf, inf == inf + 1);
    printf("%d %d %d %d\n", nan == nan, nan != nan, nan < one, nan > one);
    printf("%d %d\n", !(nan <= one), nan >= one);
    printf("%d %d\n", tenth == 0.1, tenth == 0.1f);
    printf("%d %d\n", !zero, !!minus);
    printf("%d\n", nan ? 1 : 2);
    printf("%d\n", (one > 0) + (one < 2));
    return inf != inf ? 1 : 0;
}
