/*
 * jfr_parts - chunks of one recording in several files: the functions that
 * corr_pieces names.
 */
#ifndef CORR_JFR_PARTS_H
#define CORR_JFR_PARTS_H

#include "corr_format.h"

bool jfr_piece(const uint8_t *head, size_t n, corr_part *p);
void jfr_piece_whose(corr_src *in, corr_part *p);
bool jfr_piece_kin(const corr_part *a, const corr_part *b);
bool jfr_piece_apart(const corr_part *a, const corr_part *b);
bool jfr_piece_same(const corr_part *a, const corr_part *b);

#endif
