/* calloc gives zeros, free(NULL) does nothing, blocks are separate. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record { int id; char name[9]; double weight; struct record *link; };

int main(void)
{
    struct record *r = calloc(3, sizeof *r);
    char *a = malloc(4), *b = malloc(4);
    int *none = NULL;

    for (int i = 0; i < 3; i++)
        printf("%d %d %g %d\n", r[i].id, (int)strlen(r[i].name), r[i].weight, r[i].link == NULL);
    r[1].link = &r[2];
    r[1].link->id = 5;
    printf("%d\n", r[2].id);
    memset(a, 'a', 3); a[3] = 0;
    memset(b, 'b', 3); b[3] = 0;
    printf("%s %s %d\n", a, b, a != b);
    free(none);
    free(a); free(b); free(r);
    return 0;
}
