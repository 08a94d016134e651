/* A binary search tree: insert, search, height, traversal, delete. */
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };

static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}

static int height(const struct tree *t)
{
    int l, r;
    if (!t) return 0;
    l = height(t->left);
    r = height(t->right);
    return 1 + (l > r ? l : r);
}

static void in_order(const struct tree *t)
{
    if (!t) return;
    in_order(t->left);
    printf("%d ", t->key);
    in_order(t->right);
}

static struct tree *erase(struct tree *t, int key)
{
    struct tree *kept, **link = &t;
    while (*link && (*link)->key != key)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    if (!*link) return t;
    kept = *link;
    if (!kept->left || !kept->right) {
        *link = kept->left ? kept->left : kept->right;
        free(kept);
    } else {
        struct tree *least = kept->right;
        while (least->left) least = least->left;
        kept->key = least->key;
        kept->right = erase(kept->right, least->key);
    }
    return t;
}

int main(void)
{
    static const int keys[] = { 50, 30, 70, 20, 40, 60, 80, 35, 45, 30, 65 };
    struct tree *t = 0;

    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) t = insert(t, keys[i]);
    in_order(t);
    printf("h%d\n", height(t));
    t = erase(t, 30); t = erase(t, 50); t = erase(t, 99); t = erase(t, 20);
    in_order(t);
    printf("h%d root %d\n", height(t), t->key);
    while (t) t = erase(t, t->key);
    return 0;
}
