import CLMDB
import Glibc

/// An LMDB environment in a single file without LMDB's lock file: only one process writes it. That is the worker that
/// creates it, before it is published, or the session that updates it and holds a lock of its own.
///
/// Without LMDB's locks no pages are kept for readers, so a write during a read is refused here. It is not Sendable: it
/// belongs to whoever opened it. A transaction never leaves the call that began it, because LMDB transactions are bound
/// to a thread.
@safe final class Environment {
    /// The file.
    let path: String
    /// Whether it was opened for writing.
    let isWritable: Bool
    /// Size of the map in bytes; the file may grow to this size before the map has to grow.
    private(set) var mapByteCount = 0

    private let handle: OpaquePointer
    private var readDepth = 0
    /// Held for an environment that a session updates.
    private var lock: WriterLock?
    private static let tableLimit: UInt32 = 8

    /// Opens a published file for reading.
    convenience init(reading path: String) throws(StorageError) {
        try PageTree.check(path)
        do throws(StorageError) {
            try self.init(path, mapByteCount: nil)
            try refuseTruncation()
        } catch  where error.code == .damaged {
            // The same pages were valid a moment ago. Published files do not change, so the second read returned wrong
            // data.
            throw StorageError(
                .system,
                attempted: error.attempted,
                subject: path,
                cause: "a check found it valid, but then it read differently: \(error.cause)"
            )
        }
    }

    /// Creates a file that must not exist yet.
    ///
    /// - Parameter mapByteCount: initial size; the map grows as needed.
    convenience init(creating path: String, mapByteCount: Int) throws(StorageError) {
        try NetworkFileSystem.refuse(folder: DiskSpace.folder(of: path))
        // LMDB uses an empty file as a new environment; O_EXCL ensures that it replaces nothing.
        // Safe: the path is a C string for the duration of the call.
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .system(attempted: "create a store", subject: path) }
        Glibc.close(descriptor)
        try self.init(path, mapByteCount: mapByteCount)
    }

    /// Creates a file that must not exist yet, and locks it for updates.
    convenience init(creatingForUpdates path: String, mapByteCount: Int) throws(StorageError) {
        try self.init(creating: path, mapByteCount: mapByteCount)
        lock = try WriterLock(path)
    }

    /// Opens a file for updates by one process at a time.
    ///
    /// The file is replaced by a copy without free pages, because a list of free pages is not checked and LMDB would
    /// write to the pages that it names.
    convenience init(updating path: String, mapByteCount: Int) throws(StorageError) {
        try NetworkFileSystem.refuse(folder: DiskSpace.folder(of: path))
        let original = try WriterLock(path)
        let copy = try Environment.replaceByCopy(path)
        try self.init(path, mapByteCount: max(mapByteCount, try OpenFile(reading: path).byteCount()))
        lock = copy
        withExtendedLifetime(original) {}
    }

    /// Replaces a locked file by a copy without free pages; returns the lock on the copy.
    private static func replaceByCopy(_ path: String) throws(StorageError) -> WriterLock {
        let copyPath = path + ".new"
        // Left over from a process that was killed; the lock shows that nobody writes it now.
        // Safe: the path is a C string for the duration of the call.
        _ = unsafe unlink(copyPath)
        do throws(StorageError) {
            let copy = try OpenFile(creating: copyPath)
            try Environment(reading: path).copyCompacted(to: copy.descriptor, target: copyPath)
            let lock = try WriterLock(copyPath)
            // Safe: as above.
            guard unsafe rename(copyPath, path) == 0 else {
                throw StorageError.system(attempted: "open a store", subject: path)
            }
            return lock
        } catch {
            // Safe: as above.
            _ = unsafe unlink(copyPath)
            throw error
        }
    }

    /// Makes everything that was committed durable.
    func sync() throws(StorageError) { try check(unsafe mdb_env_sync(handle, 1), "write to a store", path) }

    private init(_ path: String, mapByteCount: Int?) throws(StorageError) {
        let attempted = "open a store"
        // Safe: this object alone owns the handle from here on; on failure it is closed before it is lost.
        var created: OpaquePointer?
        try check(unsafe mdb_env_create(&created), attempted, path)
        guard let handle = unsafe created else {
            throw StorageError(.database, attempted: attempted, subject: path, cause: "LMDB returned no environment")
        }
        // NOSYNC: a scratch file that a crash cuts short is discarded; publishing syncs its copy.
        let flags = UInt32(MDB_NOSUBDIR | MDB_NOLOCK) | UInt32(mapByteCount == nil ? MDB_RDONLY : MDB_NOSYNC)
        do throws(StorageError) {
            try check(unsafe mdb_env_set_maxdbs(handle, Environment.tableLimit), attempted, path)
            if let mapByteCount { try check(unsafe mdb_env_set_mapsize(handle, mapByteCount), attempted, path) }
            try check(unsafe mdb_env_open(handle, path, flags, 0o644), attempted, path)
        } catch {
            unsafe mdb_env_close(handle)
            throw error
        }
        self.path = path
        isWritable = mapByteCount != nil
        unsafe self.handle = unsafe handle
        self.mapByteCount = try information().mapByteCount
    }

    deinit { unsafe mdb_env_close(handle) }

    /// Opens a table, and creates it if the environment is being written.
    func table<Key: TableKey, Value>(_ name: String) throws(StorageError) -> Table<Key, Value> {
        var number: UInt32 = 0
        if isWritable {
            try write { (transaction) throws(StorageError) in number = try transaction.openTable(name) }
        } else {
            // LMDB keeps the handle only if the transaction that opened it is committed; this is true for reading too.
            let transaction = unsafe try ReadTransaction(handle)
            number = try transaction.openTable(name)
            try transaction.finish()
        }
        return Table(name: name, handle: number)
    }

    /// Reads at one point in time. What `body` borrows is valid only during the call.
    func read<Result>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
        let transaction = unsafe try ReadTransaction(handle)
        readDepth += 1
        defer { readDepth -= 1 }
        return try body(transaction)
    }

    /// Writes all or nothing.
    ///
    /// If the map is full, the transaction is dropped, the map doubled, and `body` called again. Therefore `body` must
    /// do the same in each call.
    func write(_ body: (borrowing WriteTransaction) throws(StorageError) -> Void) throws(StorageError) {
        guard isWritable else { throw misuse("it was opened for reading") }
        guard readDepth == 0 else { throw misuse("it is being read") }
        while true {
            do throws(StorageError) {
                let transaction = unsafe try WriteTransaction(handle)
                try body(transaction)
                return try transaction.commit()
            } catch  where error.code == .mapFull {
                try enlarge()
            }
        }
    }

    /// Writes a compacted copy of all committed data to an open file, from its current position.
    ///
    /// - Parameter target: path of that file, which is named in errors.
    func copyCompacted(to descriptor: CInt, target: String) throws(StorageError) {
        try check(
            unsafe mdb_env_copyfd2(handle, descriptor, UInt32(MDB_CP_COMPACT)),
            "copy a store",
            target
        )
    }

    private func enlarge() throws(StorageError) {
        let (doubled, overflow) = mapByteCount.multipliedReportingOverflow(by: 2)
        guard !overflow else {
            throw StorageError(.database, attempted: "enlarge a store", subject: path, cause: "it is too large")
        }
        // Safe: no transaction is open: the writing one was dropped, and reading ones exclude writing.
        try check(unsafe mdb_env_set_mapsize(handle, doubled), "enlarge a store", path)
        mapByteCount = doubled
    }

    private func information() throws(StorageError) -> (mapByteCount: Int, lastPage: Int, pageByteCount: Int) {
        // Safe: LMDB fills both structures, which live on this frame.
        var information = unsafe MDB_envinfo()
        var statistics = MDB_stat()
        try check(unsafe mdb_env_info(handle, &information), "inspect a store", path)
        try check(unsafe mdb_env_stat(handle, &statistics), "inspect a store", path)
        return unsafe (information.me_mapsize, information.me_last_pgno, Int(statistics.ms_psize))
    }

    /// A truncated file would end its reader with SIGBUS at the first page beyond its end.
    private func refuseTruncation() throws(StorageError) {
        let (_, lastPage, pageByteCount) = try information()
        let (needed, overflow) = (lastPage &+ 1).multipliedReportingOverflow(by: pageByteCount)
        let byteCount = try OpenFile(reading: path).byteCount()
        guard !overflow, needed > 0, byteCount >= needed else {
            throw StorageError(
                .damaged,
                attempted: "open a store",
                subject: path,
                cause: "it has \(byteCount) bytes and needs \(lastPage) pages of \(pageByteCount)"
            )
        }
    }

    private func misuse(_ cause: String) -> StorageError {
        StorageError(.misuse, attempted: "write to a store", subject: path, cause: cause)
    }
}
