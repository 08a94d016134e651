/* Arrays of pointers to strings, sorted and joined. */
#include <stdio.h>
#include <string.h>

static void sort(const char **v, int n)
{
    for (int i = 1; i < n; i++) {
        const char *key = v[i];
        int j = i;
        for (; j > 0 && strcmp(v[j - 1], key) > 0; j--)
            v[j] = v[j - 1];
        v[j] = key;
    }
}

int main(void)
{
    const char *words[] = { "pear", "apple", "fig", "banana", "apricot", "date" };
    const int n = sizeof words / sizeof *words;
    char line[64] = "";

    sort(words, n);
    for (int i = 0; i < n; i++) {
        strcat(line, words[i]);
        if (i + 1 < n)
            strcat(line, ", ");
    }
    printf("%s\n%d\n", line, (int)strlen(line));
    printf("%c %c\n", *words[0], words[1][2]);
    printf("%s\n", *(words + 2) + 3);
    return 0;
}
