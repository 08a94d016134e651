/* An unescape with its replacements in the wrong order: first every &amp; becomes &, then, in what came of that, &lt; &gt;
 * &quot; and &#39; become their characters. So &amp;lt; becomes < and text that was escaped is not what it was. */
#include <stdio.h>
#include <string.h>

struct stage {
    const char *const *entity;
    const char *character;
    int count;
    void (*next)(int c);
    char held[8];
    size_t length;
};

static void write_out(int c)
{
    putchar(c);
}

static void second(int c);

static const char *const ampersand[] = { "&amp;" };
static const char *const others[] = { "&lt;", "&gt;", "&quot;", "&#39;" };
static struct stage first_stage = { ampersand, "&", 1, second, "", 0 };
static struct stage second_stage = { others, "<>\"'", 4, write_out, "", 0 };

static void release(struct stage *stage)
{
    for (size_t i = 0; i < stage->length; i++)
        stage->next(stage->held[i]);
    stage->length = 0;
}

static void replace(struct stage *stage, int c)
{
    int found = -1;

    if (c == '&')
        release(stage);
    stage->held[stage->length++] = (char)c;
    for (int i = 0; i < stage->count; i++)
        if (memcmp(stage->entity[i], stage->held, stage->length) == 0)
            found = i;
    if (found < 0) {
        release(stage);
    } else if (c == ';') {
        stage->length = 0;
        stage->next(stage->character[found]);
    }
}

static void second(int c)
{
    replace(&second_stage, c);
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF)
        replace(&first_stage, c);
    release(&first_stage);
    release(&second_stage);
    return 0;
}
