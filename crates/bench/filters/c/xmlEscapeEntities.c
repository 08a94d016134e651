// libxml2: text for XML, what is not ASCII as character references.
typedef unsigned char xmlChar;
#define xmlSaveErr(code, node, what)
#define xmlGenericError(context, what)
#define IS_BYTE_CHAR(c) ((c) == 9 || (c) == 10 || (c) == 13 || (c) >= 0x20)
#define IS_CHAR(c) ((c) < 0xd800 ? IS_BYTE_CHAR(c) : (c) >= 0xe000 && (c) <= 0x10ffff && (c) != 0xfffe && (c) != 0xffff)
//: cut libxml2 xmlsave.c xmlSerializeHexCharRef xmlEscapeEntities
