/* Turns small letters into capitals.
 * --function upper_case */
#include <ctype.h>

void upper_case(const char *in, char *out)
{
    while ((*out++ = (char)toupper((unsigned char)*in++)) != '\0')
        ;
}
