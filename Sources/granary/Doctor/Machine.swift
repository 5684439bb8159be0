import Foundation
import Platform
import Storage

/// Facts about this machine, each read from the system.
enum Machine {
    /// Path of a shared library that this process has loaded, found by the start of its name; nil if there is none.
    static func loadedLibrary(_ name: String, version: Int? = nil) -> String? {
        guard let maps = systemFile("/proc/self/maps") else { return nil }
        let prefix = name + ".so" + (version.map { ".\($0)" } ?? "")
        for line in maps.split(separator: "\n") {
            guard let slash = line.firstIndex(of: "/") else { continue }
            let path = String(line[slash...])
            if URL(filePath: path).lastPathComponent.hasPrefix(prefix) {
                return URL(filePath: path).resolvingSymlinksInPath().path
            }
        }
        return nil
    }

    /// Whether this program was built in the checkout that contains it, and not installed.
    static var isProgramInCheckout: Bool {
        var folder = URL(filePath: OwnProgram.path).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let source = folder.appending(path: "Sources/granary/GranaryCommand.swift").path
            if FileManager.default.fileExists(atPath: source) { return true }
            folder.deleteLastPathComponent()
        }
        return false
    }

    /// Bytes that an ordinary user can still write at a path, or at the nearest existing folder above it.
    static func availableBytes(at path: String) -> UInt64? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: existingFolder(path))
        return (attributes?[.systemFreeSize] as? NSNumber)?.uint64Value
    }

    /// The name of the network file system under a path, or under the nearest existing folder above it, as in `NFS`;
    /// nil for a local one.
    static func networkFileSystem(at path: String) -> String? {
        // An unknown file system is not a finding: `isWritable` writes into the folder anyway.
        (try? NetworkFileSystem.name(at: existingFolder(path))) ?? nil
    }

    /// All of a file of /proc. Foundation's one-call readers stop after the first page of a file without a size.
    private static func systemFile(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.readToEnd() else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    private static func existingFolder(_ path: String) -> String {
        var url = URL(filePath: path).standardizedFileURL
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }

    /// Whether a file can be created in a folder, or in the nearest existing one above it. It creates one, because
    /// modes and mount options do not tell everything.
    static func isWritable(_ path: String) -> Bool {
        let trial = existingFolder(path) + "/.granary-doctor-\(ProcessInfo.processInfo.processIdentifier)"
        guard FileManager.default.createFile(atPath: trial, contents: nil) else { return false }
        return (try? FileManager.default.removeItem(atPath: trial)) != nil
    }

    /// Memory in bytes that programs can still get, by the kernel's estimate.
    static var availableMemory: UInt64? { amount("MemAvailable:", in: "/proc/meminfo") }

    /// Largest amount of memory in bytes that this process has used.
    static var peakMemory: UInt64? { amount("VmHWM:", in: "/proc/self/status") }

    private static func amount(_ key: String, in file: String) -> UInt64? {
        let line = systemFile(file)?.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { UInt64($0) }.map { $0 * 1024 }
    }
}
