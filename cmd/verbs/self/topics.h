/* topics - short texts of `corr help TOPIC`, where there is no manual. */
#ifndef CORR_CMD_TOPICS_H
#define CORR_CMD_TOPICS_H

#include "corr_report.h"

typedef struct topic {
    const char *name;
    const char *page; /* of section 7, or NULL */
    const char *text;
} topic;

const topic *topic_find(const char *name); /* NULL: no topic has the name */
const char *topic_name(size_t i);          /* NULL: there are no more */
void topic_print(const topic *t, corr_out *out);

#endif
