/*
 * texts - the files of the folder text/, which the program carries.
 *
 * The build makes an array of characters of each.  A line "#@name" of a text
 * stands for what the part of that name prints.
 */
#ifndef CORR_CMD_TEXTS_H
#define CORR_CMD_TEXTS_H

#include "corr_bytes.h"

extern const char text_agents[], text_completion_bash[], text_completion_fish[],
    text_completion_zsh[], text_formats[], text_json[], text_labels[],
    text_methods[], text_overview[], text_query[], text_runbooks[],
    text_tutorial[];

typedef struct text_part {
    const char *line; /* "#@name" */
    void (*print)(corr_out *out);
} text_part;

/* parts ends with one that has no line. */
void text_print(const char *text, const text_part *parts, corr_out *out);

#endif
