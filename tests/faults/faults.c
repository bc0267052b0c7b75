/* Loaded before the C library: the n-th call of the file system after arm(n, fault, folder) fails, or kills the process; or the n-th
   allocation of the compiled kernel fails.

   fault 0 kills: a write is done by half, everything else not at all. A positive fault is the error number that the call
   returns instead of doing anything (a file is closed all the same). -1 is a short write: half of it is done. -2 is a
   lack of memory.
   Calls about files in the folder count, and all calls that change names. A process that is killed only dies at calls
   that change something, so reading, opening and closing do not count then. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long left = -1, allocations_left = -1;
static int fault = 0;
enum { NO_MEMORY = -2 };
static char folder[4096];
static char hit[64];

void arm(long number, int kind, const char *within) {
    strncpy(folder, within, sizeof folder - 1);
    fault = kind;
    hit[0] = 0;
    left = kind == NO_MEMORY ? -1 : number;
    allocations_left = kind == NO_MEMORY ? number : -1;
}

void arm_no_more(void) { left = allocations_left = -1; }

/* The call that failed, or "" when there was none. */
const char *failed(void) { return hit; }

static int is_the_last(const char *name) {
    if (left < 0 || left-- != 0) return 0;
    strncpy(hit, name, sizeof hit - 1);
    if (fault == 0) kill(getpid(), SIGKILL);
    errno = fault;
    return 1;
}

/* Whether a path is that of the folder, or lies in it. */
static int begins(const char *path) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int is_path_within(const char *path) {
    char whole[4096];
    return path[0] == '/' ? begins(path) : getcwd(whole, sizeof whole) && begins(whole);
}

static int is_within(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return begins(path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WRITE(name, parameters, arguments, half)                                                    \
    ssize_t name parameters {                                                                       \
        if (left == 0 && fault <= 0 && is_within(c)) {                                              \
            ssize_t done = size > 1 ? REAL(name) half : REAL(name) arguments;                       \
            is_the_last(#name);                                                                     \
            return done;                                                                            \
        }                                                                                           \
        if (left >= 0 && is_within(c) && is_the_last(#name)) return -1;                             \
        return REAL(name) arguments;                                                                \
    }

WRITE(write, (int c, const void *data, size_t size), (c, data, size), (c, data, size / 2))
WRITE(pwrite64, (int c, const void *data, size_t size, off_t at), (c, data, size, at), (c, data, size / 2, at))
WRITE(writev, (int c, const struct iovec *data, int size), (c, data, size), (c, data, size - 1))

/* A short write is no fault of other calls, and a kill no fault of calls that change nothing. */
#define CALL(type, name, parameters, arguments, counts)                       \
    type name parameters {                                                    \
        if (left >= 0 && fault >= 0 && (counts) && is_the_last(#name)) return (type)-1; \
        return REAL(name) arguments;                                          \
    }

CALL(int, rename, (const char *a, const char *b), (a, b), 1)
CALL(int, renameat, (int c, const char *a, int d, const char *b), (c, a, d, b), 1)
CALL(int, renameat2, (int c, const char *a, int d, const char *b, unsigned flags), (c, a, d, b, flags), 1)
CALL(int, link, (const char *a, const char *b), (a, b), 1)
CALL(int, linkat, (int c, const char *a, int d, const char *b, int flags), (c, a, d, b, flags), 1)
CALL(int, unlink, (const char *a), (a), 1)
CALL(int, unlinkat, (int c, const char *a, int flags), (c, a, flags), 1)
CALL(int, rmdir, (const char *a), (a), 1)
CALL(int, mkdir, (const char *a, mode_t mode), (a, mode), 1)
CALL(int, chmod, (const char *a, mode_t mode), (a, mode), 1)
CALL(int, fchmodat, (int c, const char *a, mode_t mode, int flags), (c, a, mode, flags), 1)
CALL(int, ftruncate64, (int c, off_t size), (c, size), is_within(c))
CALL(int, fsync, (int c), (c), 1)
CALL(int, fdatasync, (int c), (c), 1)
CALL(ssize_t, read, (int c, void *data, size_t size), (c, data, size), fault > 0 && is_within(c))
CALL(ssize_t, pread, (int c, void *data, size_t size, off_t at), (c, data, size, at), fault > 0 && is_within(c))
CALL(ssize_t, pread64, (int c, void *data, size_t size, off_t at), (c, data, size, at), fault > 0 && is_within(c))

#define OPEN(name, parameters, arguments, path)                                                    \
    int name parameters {                                                                          \
        mode_t mode = 0;                                                                           \
        if (flags & O_CREAT) {                                                                     \
            va_list more;                                                                          \
            va_start(more, flags);                                                                 \
            mode = va_arg(more, mode_t);                                                           \
            va_end(more);                                                                          \
        }                                                                                          \
        if (left >= 0 && fault > 0 && is_path_within(path) && is_the_last(#name)) return -1; \
        return REAL(name) arguments;                                                               \
    }

OPEN(open, (const char *a, int flags, ...), (a, flags, mode), a)
OPEN(open64, (const char *a, int flags, ...), (a, flags, mode), a)
OPEN(openat64, (int c, const char *a, int flags, ...), (c, a, flags, mode), a)

DIR *opendir(const char *a) {
    if (left >= 0 && fault > 0 && is_path_within(a) && is_the_last("opendir")) return NULL;
    return REAL(opendir)(a);
}

int close(int c) {
    int fails = left >= 0 && fault > 0 && is_within(c);
    int done = REAL(close)(c);
    if (fails && is_the_last("close")) return -1;
    return done;
}

/* Memory as C++ asks for it. Only the kernel's share counts: it is the module that the caller lies in. */
static int fails_for_the_kernel(const void *caller) {
    Dl_info module;
    if (allocations_left < 0 || !dladdr(caller, &module) || !strstr(module.dli_fname, "/_kernel.")) return 0;
    if (allocations_left-- != 0) return 0;
    strcpy(hit, "operator new");
    return 1;
}

/* The C++ library is loaded by modules, not by Python itself: it has to be asked for by name. */
static void *of_cxx(const char *symbol) { return dlsym(dlopen("libstdc++.so.6", RTLD_LAZY), symbol); }

#define NEW(symbol, parameters, arguments, fail)                                    \
    void *made_by##symbol parameters __asm__(#symbol);                              \
    void *made_by##symbol parameters {                                              \
        if (fails_for_the_kernel(__builtin_return_address(0))) fail;                \
        return ((__typeof__(&made_by##symbol))of_cxx(#symbol))arguments;            \
    }
#define THROW ((void (*)(void))of_cxx("_ZSt17__throw_bad_allocv"))()

NEW(_Znwm, (size_t size), (size), THROW)
NEW(_ZnwmSt11align_val_t, (size_t size, size_t alignment), (size, alignment), THROW)
NEW(_ZnwmRKSt9nothrow_t, (size_t size, const void *nothrow), (size, nothrow), return NULL)
NEW(_ZnamRKSt9nothrow_t, (size_t size, const void *nothrow), (size, nothrow), return NULL)
