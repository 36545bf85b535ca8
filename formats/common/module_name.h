/*
 * module_name - the name of a mapped file: "server" for "/usr/bin/server
 * (deleted)" and for "C:\\bin\\server".
 */
#ifndef CORR_MODULE_NAME_H
#define CORR_MODULE_NAME_H

#include "corr_format.h"

/* The path without its directory, and without the suffix that Linux adds to
 * removed files.  Borrowed from path. */
corr_str module_name(corr_str path);

#endif
