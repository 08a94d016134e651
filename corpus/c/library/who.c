/* fails: assertion 13 */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    int own = getpid();
    const char *mode = getenv("MODE");
    if (getuid() == 0 && isatty(1)) {
        assert(getpid() == own);
        assert((getenv("MODE") == NULL) == (mode == NULL));
        assert(mode == NULL);
    }
    return 0;
}
