/* lists - the files of the folder lists/, which the library carries: the build
 * makes an array of characters of each. */
#ifndef CORR_LISTS_H
#define CORR_LISTS_H

extern const char list_categories[];
extern const char list_libraries[]; /* frame_library.h */

#endif
