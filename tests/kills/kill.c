/* Loaded before the C library: kills the process at the n-th change of the file system after arm(n, folder).

   A write is done by half before the process dies; everything else is not done at all. Only writes to files in the
   folder count, and all other changes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long left = -1;
static char folder[4096];

void arm(long number, const char *within) {
    strncpy(folder, within, sizeof folder - 1);
    left = number;
}

static int is_the_last(void) {
    if (left < 0) return 0;
    return left-- == 0;
}

static void die(void) { kill(getpid(), SIGKILL); }

static int is_within(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) == 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int descriptor, const void *data, size_t size) {
    if (left >= 0 && is_within(descriptor) && is_the_last()) {
        REAL(write)(descriptor, data, size / 2);
        die();
    }
    return REAL(write)(descriptor, data, size);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    if (left >= 0 && is_within(descriptor) && is_the_last()) die();
    return REAL(writev)(descriptor, parts, count);
}

#define CHANGE(type, name, parameters, arguments) \
    type name parameters {                        \
        if (is_the_last()) die();                 \
        return REAL(name) arguments;              \
    }

CHANGE(int, rename, (const char *a, const char *b), (a, b))
CHANGE(int, renameat, (int c, const char *a, int d, const char *b), (c, a, d, b))
CHANGE(int, renameat2, (int c, const char *a, int d, const char *b, unsigned flags), (c, a, d, b, flags))
CHANGE(int, link, (const char *a, const char *b), (a, b))
CHANGE(int, linkat, (int c, const char *a, int d, const char *b, int flags), (c, a, d, b, flags))
CHANGE(int, unlink, (const char *a), (a))
CHANGE(int, unlinkat, (int c, const char *a, int flags), (c, a, flags))
CHANGE(int, rmdir, (const char *a), (a))
CHANGE(int, mkdir, (const char *a, mode_t mode), (a, mode))
CHANGE(int, chmod, (const char *a, mode_t mode), (a, mode))
CHANGE(int, ftruncate, (int c, off_t size), (c, size))
CHANGE(int, fsync, (int c), (c))
