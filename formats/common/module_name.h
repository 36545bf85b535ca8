/*
 * module_name - what a mapped file is called: "server" for
 * "/usr/bin/server (deleted)" and for "C:\\bin\\server".
 */
#ifndef CORR_MODULE_NAME_H
#define CORR_MODULE_NAME_H

#include "corr_format.h"

/* Without the directory, and without what Linux says of a file that was
 * removed.  Borrowed from path. */
corr_str module_name(corr_str path);

#endif
