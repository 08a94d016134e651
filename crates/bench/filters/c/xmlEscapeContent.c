// libxml2: text for XML, into a buffer with room.
typedef unsigned char xmlChar;
//: cut libxml2 xmlIO.c xmlEscapeContent
