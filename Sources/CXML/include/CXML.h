#pragma once

/// The few functions of libxml2 that a streaming reader needs, found in its shared library when a document first needs
/// XML. libxml2's own headers are not used: they pull in ICU's, which clash with Foundation's, and every function here
/// has had this form since libxml2 2.6. Nodes and readers are opaque: no struct of the library is looked into.
#pragma clang assume_nonnull begin

typedef struct mapdoc_xml_reader mapdoc_xml_reader;
typedef struct mapdoc_xml_node mapdoc_xml_node;

/// Called with each error: `argument` as given, the text, how bad it is, and the place.
typedef void (*mapdoc_xml_error)(void *_Nullable argument, const char *_Nullable message, int severity,
                                 void *_Nullable place);

/// name, result, parameters
#define MAPDOC_XML_FUNCTIONS(F)                                                                              \
  F(xmlInitParser, void, (void))                                                                             \
  F(xmlReaderForMemory, mapdoc_xml_reader *_Nullable,                                                        \
    (const char *bytes, int count, const char *_Nullable address, const char *_Nullable encoding, int options)) \
  F(xmlFreeTextReader, void, (mapdoc_xml_reader * reader))                                                   \
  F(xmlTextReaderSetErrorHandler, void,                                                                      \
    (mapdoc_xml_reader * reader, mapdoc_xml_error handler, void *_Nullable argument))                        \
  F(xmlTextReaderLocatorLineNumber, int, (void *place))                                                      \
  F(xmlTextReaderRead, int, (mapdoc_xml_reader * reader))                                                    \
  F(xmlTextReaderNodeType, int, (mapdoc_xml_reader * reader))                                                \
  F(xmlTextReaderIsEmptyElement, int, (mapdoc_xml_reader * reader))                                          \
  F(xmlTextReaderMoveToNextAttribute, int, (mapdoc_xml_reader * reader))                                     \
  F(xmlTextReaderMoveToElement, int, (mapdoc_xml_reader * reader))                                           \
  F(xmlTextReaderIsNamespaceDecl, int, (mapdoc_xml_reader * reader))                                         \
  F(xmlTextReaderConstLocalName, const char *_Nullable, (mapdoc_xml_reader * reader))                        \
  F(xmlTextReaderConstValue, const char *_Nullable, (mapdoc_xml_reader * reader))                            \
  F(xmlTextReaderCurrentNode, mapdoc_xml_node *_Nullable, (mapdoc_xml_reader * reader))                      \
  F(xmlGetLineNo, long, (const mapdoc_xml_node *node))

typedef struct mapdoc_xml {
#define F(name, result, parameters) result(*_Nonnull name) parameters;
  MAPDOC_XML_FUNCTIONS(F)
#undef F
} mapdoc_xml;

/// The table, or NULL when libxml2 is not there. Opened once; may be called from any thread.
const mapdoc_xml *_Nullable mapdoc_xml_open(void);

/// Why the library could not be opened; empty when it could.
const char *mapdoc_xml_open_error(void);

#pragma clang assume_nonnull end
