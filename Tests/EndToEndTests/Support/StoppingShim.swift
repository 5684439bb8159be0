import Foundation
import TestSupport
import Testing

/// A library that is preloaded into a program that writes a film. It stops the program with SIGSTOP right before its
/// n-th call that changes the file of the film or publishes it.
///
/// The program itself knows nothing about it, and reads no environment variable for it.
struct StoppingShim {
    /// Path of the library.
    let library: URL

    /// Compiles the library into a folder.
    init(in folder: URL) throws {
        library = folder.appending(path: "stopping.so")
        let source = folder.appending(path: "stopping.c")
        try Data(Self.code.utf8).write(to: source)
        let compiler = try #require(Tool("clang") ?? Tool("cc"), "Swift itself links with a C compiler")
        try compiler.output(["-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl", "-pthread"])
    }

    /// The variables for the environment of the program.
    ///
    /// - Parameter call: number of the call before which the program stops, from 1; 0 for none.
    func environment(stoppingBefore call: Int) -> [String: String] {
        ["LD_PRELOAD": library.path, "STOP_BEFORE": "\(call)"]
    }

    private static let code = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <signal.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/types.h>
        #include <unistd.h>

        static atomic_int calls;

        static void count(void) {
            const char *text = getenv("STOP_BEFORE");
            if (text && atomic_fetch_add(&calls, 1) + 1 == atoi(text)) kill(getpid(), SIGSTOP);
        }

        /* The film under its temporary name: a hidden file whose name contains that of an MP4. */
        static int isFilm(const char *path) { return strstr(path, ".mp4.") && strstr(path, ".partial"); }

        static void countFilm(int file) {
            char link[64], path[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t length = readlink(link, path, sizeof path - 1);
            if (length < 0) return;
            path[length] = 0;
            if (isFilm(path)) count();
        }

        #define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

        ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
            countFilm(file);
            return NEXT(ssize_t (*)(int, const void *, size_t, off_t), "pwrite")(file, bytes, size, offset);
        }
        ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
            countFilm(file);
            return NEXT(ssize_t (*)(int, const void *, size_t, off64_t), "pwrite64")(file, bytes, size, offset);
        }
        int posix_fallocate(int file, off_t offset, off_t length) {
            countFilm(file);
            return NEXT(int (*)(int, off_t, off_t), "posix_fallocate")(file, offset, length);
        }
        int fsync(int file) {
            countFilm(file);
            return NEXT(int (*)(int), "fsync")(file);
        }
        int link(const char *from, const char *to) {
            if (strstr(to, "/mux.json")) count();
            return NEXT(int (*)(const char *, const char *), "link")(from, to);
        }
        int rename(const char *from, const char *to) {
            if (strstr(to, "/mux.json")) count();
            return NEXT(int (*)(const char *, const char *), "rename")(from, to);
        }
        int unlink(const char *path) {
            if (isFilm(path)) count();
            return NEXT(int (*)(const char *), "unlink")(path);
        }
        """#
}
