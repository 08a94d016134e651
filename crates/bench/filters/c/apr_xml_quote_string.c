// apr-util: text for an attribute of XML.
//: with quotes=1
#include <stdlib.h>
#define APU_DECLARE(type) type
typedef size_t apr_size_t;
typedef struct apr_pool_t apr_pool_t;
static void *apr_palloc(apr_pool_t *pool, apr_size_t size) { return malloc(size); }
//: cut apr-util xml/apr_xml.c apr_xml_quote_string
