package import Foundation
import Glibc

/// A small file system in memory, mounted on a folder for as long as this lives.
package final class MemoryDisk {
    /// The folder.
    package let url: URL

    /// Whether this process may mount one.
    package static let isPossible: Bool = {
        guard geteuid() == 0 else { return false }
        let folder = FileManager.default.temporaryDirectory.appending(path: "granary-disk-\(UUID().uuidString)")
        guard let disk = try? MemoryDisk("size=64k", at: folder) else { return false }
        return FileManager.default.fileExists(atPath: disk.url.path)
    }()

    /// Mounts one in the test's folder, with options as mount(8) takes them.
    package convenience init(_ options: String) throws {
        try self.init(options, at: TemporaryFolder.current.appending(path: "disk"))
    }

    private init(_ options: String, at url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        do {
            try MemoryDisk.run("mount", ["-t", "tmpfs", "-o", options, "granary-test", url.path])
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    deinit {
        try? MemoryDisk.run("umount", ["-l", url.path])
        try? FileManager.default.removeItem(at: url)
    }

    /// Changes the options.
    package func remount(_ options: String) throws {
        try MemoryDisk.run("mount", ["-o", "remount,\(options)", url.path])
    }

    /// Writes until nothing more fits.
    package func fill() {
        // Safe: the path is lent for the call only.
        let file = unsafe open(url.appending(path: "filler").path, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        for size in [1 << 20, 4096, 1] {
            let bytes = [UInt8](repeating: 7, count: size)
            // Safe: the bytes are lent for the call only.
            while unsafe bytes.withUnsafeBytes({ unsafe write(file, $0.baseAddress, size) }) == size {}
        }
    }

    private struct NotMounted: Error {}

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw NotMounted() }
    }
}
