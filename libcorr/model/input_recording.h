/*
 * input_recording - the rows of an input that sums up recordings, as a partial
 * does.
 *
 * Pure functions; the input has been sealed.
 */
#ifndef CORR_INPUT_RECORDING_H
#define CORR_INPUT_RECORDING_H

#include "model/input.h"

/* The recording of a row, counted from 1; 0: the file is one recording. */
static inline uint32_t input_recording(const input *in, const segment *g,
                                       size_t row)
{
    return g->labels ? in->label.set_ids.v[g->labels[row]].recording : 0;
}

/* When the recording of a row ran; CORR_NO_TIME: unknown. */
static inline stretch input_row_ran(const input *in, const segment *g,
                                    size_t row)
{
    const uint32_t r = input_recording(in, g, row);

    return r ? (stretch){ in->recording.v[r - 1].from,
                          in->recording.v[r - 1].to }
             : (stretch){ input_from(in, g), in->to };
}

/* When a row of an input with recordings was sampled: within a step, or while its
 * recording ran.  False: unknown. */
static inline bool input_sum_ran(const input *in, const segment *g, size_t row,
                                 stretch *ran)
{
    *ran = input_row_ran(in, g, row);
    if (!g->time || g->time[row] == CORR_NO_TIME)
        return ran->from != CORR_NO_TIME;
    const int64_t from = g->time[row];
    const int64_t to = add_clamped(from, CORR_RECORDING_STEP);
    const bool is_known = ran->from != CORR_NO_TIME;
    ran->from = is_known ? max_i64(from, ran->from) : from;
    ran->to = max_i64(ran->from, is_known ? min_i64(to, ran->to) : to);
    return true;
}

#endif
