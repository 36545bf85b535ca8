/*
 * stack_text - the frame of a printed stack trace that tells most: the innermost
 * one that is no library's.
 *
 * The texts are what runtimes print into exception.stacktrace: Java, .NET,
 * Node.js ("at ..."), Python ("File ..."), Go, Ruby, PHP, Rust.  Nothing
 * allocates; the slice points into the text.
 */
#ifndef CORR_STACK_TEXT_H
#define CORR_STACK_TEXT_H

#include "corr_bytes.h"

/* "com.shop.Stock.take(Stock.java:42)"; empty: no frame is recognised. */
corr_str stack_text_frame(corr_str text);

#endif
