import Foundation
import Media
import Platform
import Storage

/// Compares published files with their checksums. A valid file is remembered, and not hashed again while its size and
/// modification time do not change.
final class VerifiedFiles: Sendable {
    /// The properties that must not change.
    struct Mark: Hashable, Sendable {
        let path: String
        let sha256: String
        let byteCount: Int64
        let modificationTime: Int64
    }

    private let marks = Locked<Set<Mark>>([])

    /// Whether a file was valid.
    func contains(_ mark: Mark) -> Bool { marks.withLock { $0.contains(mark) } }

    /// Remembers a valid file.
    func insert(_ mark: Mark) { marks.withLock { _ = $0.insert(mark) } }

    /// Checks a file, unless it was valid before and has not changed since.
    ///
    /// - Parameter fromDisk: true reads from the disk, not from the page cache.
    func verify(_ file: PublishedFile, in folder: String, fromDisk: Bool = false) throws(StorageError) {
        let mark = Mark(file, at: file.path(in: folder))
        if let mark, contains(mark), mark.byteCount == file.byteCount { return }
        try Publication.verify(file, in: folder, fromDisk: fromDisk)
        if let mark { insert(mark) }
    }

    /// Whether a file has a size and a checksum. Throws if it cannot be read.
    ///
    /// - Parameter fromDisk: true reads from the disk, not from the page cache.
    func hasContent(_ sha256: String, _ byteCount: Int64, at path: String, fromDisk: Bool = false) throws -> Bool {
        let url = URL(filePath: path)
        let file = PublishedFile(name: url.lastPathComponent, sha256: sha256, byteCount: Int(byteCount))
        do {
            try verify(file, in: url.deletingLastPathComponent().path, fromDisk: fromDisk)
            return true
        } catch {
            guard error.meansOtherContent else { throw error }
            return false
        }
    }

    /// Forgets all files, because one of them was found damaged.
    func forget() { marks.withLock { $0 = [] } }
}

extension VerifiedFiles.Mark {
    /// The current properties of a published file; nil if it is missing.
    init?(_ file: PublishedFile, at path: String) {
        guard let status = FileStatus(path: path) else { return nil }
        self.init(
            path: path,
            sha256: file.sha256,
            byteCount: status.byteCount,
            modificationTime: status.modificationTime
        )
    }
}

extension StorageError {
    /// True if a file is missing or is not what was published; false if the system could not read it.
    var meansOtherContent: Bool { [.missing, .wrongSize, .wrongChecksum, .misuse].contains(code) }
}
