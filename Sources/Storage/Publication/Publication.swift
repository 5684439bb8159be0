import Checksums
import Glibc

/// Writes files to a job directory: under a temporary name, synced, then renamed, and the folder synced.
///
/// Whatever happens, the final name refers either to nothing or to the whole file. After a crash, leftover files end in
/// `.partial` and start with a dot. They are ignored.
package enum Publication {
    /// Publishes a compacted copy of a storage as `STEM-HASH16.multipass`.
    ///
    /// The copy may be on any file system. The storage stays open.
    package static func publish(
        _ storage: MultiPassStorage,
        stem: String,
        in folder: String
    ) throws -> PublishedFile {
        try storage.flush()
        return try publish(storage.file, stem: stem, in: folder)
    }

    /// Publishes a compacted copy of a silo as `STEM-HASH16.silo`.
    ///
    /// The copy may be on any file system. The silo stays open.
    package static func publish(_ silo: FrameSilo, stem: String, in folder: String) throws -> PublishedFile {
        try silo.flush()
        return try publish(silo.file, stem: stem, in: folder)
    }

    /// Publishes a compacted copy of a table of dynamic metadata as `STEM-HASH16.metadata`.
    ///
    /// The copy may be on any file system. The table stays open.
    package static func publish(
        _ table: DynamicMetadataTable,
        stem: String,
        in folder: String
    ) throws -> PublishedFile {
        try table.flush()
        return try publish(table.file, stem: stem, in: folder)
    }

    /// Publishes a document under a name that is never replaced: the first one wins.
    ///
    /// Returns whether these bytes are now published under the name; false if another document was there before.
    package static func publishDocument(
        _ bytes: [UInt8],
        as name: String,
        in folder: String
    ) throws -> Bool {
        try writeDocument(bytes, as: name, in: folder) { (partial, final, file) throws(StorageError) in
            // Safe: both paths are C strings for the duration of the call.
            if unsafe link(partial, final) == 0 { return true }
            let number = errno
            guard number == EEXIST else {
                throw .system(number, attempted: "publish a document", subject: final)
            }
            // If a request to an NFS server is repeated, the server reports that the name exists because the first one
            // created it.
            return try file.linkCount() > 1
        }
    }

    /// Publishes a document in place of an earlier one, if there is one; a reader sees one or the other.
    package static func replaceDocument(_ bytes: [UInt8], as name: String, in folder: String) throws {
        _ = try writeDocument(bytes, as: name, in: folder) { (partial, final, _) throws(StorageError) in
            try move(partial, to: final)
            return true
        }
    }

    /// Reads a whole published file and compares it with its result document.
    ///
    /// Throws `.missing`, `.wrongSize` or `.wrongChecksum`.
    ///
    /// - Parameter fromDisk: if true, the system drops the file from its cache first, so that the disk is read.
    package static func verify(
        _ published: PublishedFile,
        in folder: String,
        fromDisk: Bool = false
    ) throws(StorageError) {
        let attempted = "verify a published file"
        try refuseFolders(in: published.name, attempted)
        let path = published.path(in: folder)
        let file = try OpenFile(reading: path)
        let byteCount = try file.byteCount()
        guard byteCount == published.byteCount else {
            throw StorageError(
                .wrongSize,
                attempted: attempted,
                subject: path,
                cause: "it has \(byteCount) bytes, not \(published.byteCount)"
            )
        }
        if fromDisk { try file.forgetPages() }
        let sha256 = try sha256(of: file)
        guard sha256 == published.sha256 else {
            throw StorageError(
                .wrongChecksum,
                attempted: attempted,
                subject: path,
                cause: "its SHA-256 is \(sha256), not \(published.sha256)"
            )
        }
    }

    /// SHA-256 of a whole file.
    static func sha256(of file: borrowing OpenFile) throws(StorageError) -> String {
        let digest = SHA256Digest()
        try file.read { digest.update($0) }
        return digest.finish()
    }

    private static func publish(
        _ store: StoreFile,
        stem: String,
        in folder: String
    ) throws(StorageError) -> PublishedFile {
        try refuseFolders(in: stem, "publish a \(store.kind.name)")
        let partial = partialPath(stem, in: folder)
        do throws(StorageError) {
            let file = try OpenFile(creating: partial)
            try store.environment.copyCompacted(to: file.descriptor, target: partial)
            try file.sync()
            // It is read back instead of hashed while it is written: the hash must cover what the file system returns.
            let sha256 = try sha256(of: file)
            let name = PublishedName(stem: stem, sha256: sha256, kind: store.kind).text
            let published = PublishedFile(name: name, sha256: sha256, byteCount: try file.byteCount())
            // A file of that name has the same content, so replacing it changes nothing.
            try move(partial, to: published.path(in: folder))
            try OpenFile(folder: folder).sync()
            return published
        } catch {
            discard(partial)
            throw error.measuredAgain(attempted: "publish a \(store.kind.name)")
        }
    }

    private static func writeDocument(
        _ bytes: [UInt8],
        as name: String,
        in folder: String,
        _ publish: (String, String, borrowing OpenFile) throws(StorageError) -> Bool
    ) throws(StorageError) -> Bool {
        try refuseFolders(in: name, "publish a document")
        let partial = partialPath(name, in: folder)
        do throws(StorageError) {
            let file = try OpenFile(creating: partial)
            defer { discard(partial) }
            try file.write(bytes)
            try file.sync()
            let isPublished = try publish(partial, folder + "/" + name, file)
            try OpenFile(folder: folder).sync()
            return isPublished
        } catch {
            throw error.measuredAgain(attempted: "publish \(name)")
        }
    }

    private static func move(_ path: String, to final: String) throws(StorageError) {
        // Safe: both paths are C strings for the duration of the call.
        guard unsafe rename(path, final) == 0 else { throw .system(attempted: "publish a file", subject: final) }
    }

    /// Removes a temporary file. A failure is ignored: nobody reads that name.
    private static func discard(_ path: String) {
        // Safe: the path is a C string for the duration of the call.
        _ = unsafe unlink(path)
    }

    /// A name that no other process on any host uses.
    private static func partialPath(_ name: String, in folder: String) -> String {
        "\(folder)/.\(name).\(String(UInt64.random(in: .min ... .max), radix: 36)).partial"
    }

    /// Names may come from documents: none may lead out of its folder.
    private static func refuseFolders(in name: String, _ attempted: String) throws(StorageError) {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 }) else {
            throw StorageError(.misuse, attempted: attempted, subject: name, cause: "it is not a valid file name")
        }
    }
}
