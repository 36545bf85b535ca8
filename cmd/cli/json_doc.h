/*
 * json_doc - a whole JSON document as a tree of cJSON.
 *
 * cJSON returns NULL for text that is no JSON, and for want of memory: here they
 * differ.  The caller frees the tree with cJSON_Delete.
 */
#ifndef CORR_CMD_JSON_DOC_H
#define CORR_CMD_JSON_DOC_H

#include <cjson/cJSON.h>

#include "corr.h"

/* NULL: the text is no JSON; or memory is out, and err says it.  end, unless it
 * is NULL: the text may go on after the document, which ends there. */
cJSON *json_doc_parse(corr_str text, const char **end, corr_err *err);

#endif
