import Foundation
import Glibc
import TestSupport
import Testing

/// A library that replaces FFmpeg's function for reading packets and does harm in it, like a reader that a film has
/// taken over.
///
/// Children of Granary do not inherit LD_PRELOAD, but they inherit the search path of libraries. This library has the
/// name of one that is linked before FFmpeg's, and loads the real one under a different name.
struct HostileLibrary {
    /// The harm that it tries.
    enum Deed: String, Sendable, CaseIterable {
        case read, connect, start, become, crash, fill, hang
    }

    /// The folder to name in LD_LIBRARY_PATH.
    let folder: URL

    private static let stolenName = "libxxhash.so.0"
    private static let otherName = "libother0.so.0"

    /// Compiles it.
    ///
    /// - Parameters:
    ///   - command: the subcommand of Granary in whose processes it acts.
    ///   - operand: a path, a port or a command.
    init(_ deed: Deed, _ operand: String, in command: String, at folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let linked = try #require(Tool("ldd")).output([try Program.url.path])
        let line = try #require(linked.split(separator: "\n").first { $0.contains(Self.stolenName) })
        let path = try #require(line.split(separator: " ").first { $0.hasPrefix("/") }.map { String($0) })
        var stolen = try Data(contentsOf: URL(filePath: path))
        try #require(Self.stolenName.utf8.count == Self.otherName.utf8.count)
        let name = try #require(stolen.range(of: Data(Self.stolenName.utf8)))
        stolen.replaceSubrange(name, with: Data(Self.otherName.utf8))
        let other = folder.appending(path: Self.otherName)
        try stolen.write(to: other)
        let code = folder.appending(path: "hostile.c")
        try Data(Self.code.utf8).write(to: code)
        try #require(Tool("cc")).output([
            "-shared", "-fPIC", "-w", "-DDEED_\(deed.rawValue.uppercased())", "-DOPERAND=\"\(operand)\"",
            "-DCOMMAND=\"\(command)\"", "-Wl,-soname,\(Self.stolenName)", "-o",
            folder.appending(path: Self.stolenName).path, code.path, "-Wl,--no-as-needed", other.path, "-ldl",
        ])
    }

    /// The variables that load it.
    var environment: [String: String] { ["LD_LIBRARY_PATH": folder.path] }

    private static let code = """
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <unistd.h>

        static int is_meant(void) {
            char words[4096] = {0};
            int file = open("/proc/self/cmdline", O_RDONLY);
            if (file < 0 || read(file, words, sizeof words - 1) < 0) return 0;
            close(file);
            return strcmp(words + strlen(words) + 1, COMMAND) == 0;
        }

        int av_read_frame(void *context, void *packet) {
            if (is_meant()) {
        #if defined(DEED_READ)
                int file = open(OPERAND, O_RDONLY);
                if (file < 0) return -errno;
                fputs("hostile: read\\n", stderr);
        #elif defined(DEED_CONNECT)
                struct sockaddr_in address = {AF_INET, htons(atoi(OPERAND)), {htonl(0x7f000001)}};
                static int end = -1;
                if (end < 0) end = socket(AF_INET, SOCK_STREAM, 0);
                if (connect(end, (void *)&address, sizeof address) == 0) fputs("hostile: connected\\n", stderr);
        #elif defined(DEED_START)
                system(OPERAND);
        #elif defined(DEED_BECOME)
                execl(OPERAND, OPERAND, "/dev/null", NULL);
        #elif defined(DEED_CRASH)
                *(volatile int *)16 = 1;
        #elif defined(DEED_FILL)
                static char line[1 << 20];
                memset(line, 'x', sizeof line);
                while (write(2, line, sizeof line) > 0) continue;
        #else
                for (;;) sleep(1);
        #endif
            }
            int (*real)(void *, void *) = (int (*)(void *, void *))dlsym(RTLD_NEXT, "av_read_frame");
            return real(context, packet);
        }

        """
}
