import CLMDB

/// A view of an environment at one point in time. Bytes that it lends are valid until it ends.
@available(*, noasync, message: "LMDB's transactions belong to the thread that began them")
@safe struct ReadTransaction: ~Copyable {
    private let handle: OpaquePointer

    init(_ environment: OpaquePointer) throws(StorageError) {
        // Safe: the environment outlives the call that owns this transaction.
        unsafe handle = unsafe try begin(environment, flags: UInt32(MDB_RDONLY))
    }

    deinit { unsafe mdb_txn_abort(handle) }

    /// Ends the transaction and keeps the handles of the tables that it opened.
    consuming func finish() throws(StorageError) {
        let (handle, path) = unsafe (self.handle, self.path)
        discard self
        try check(unsafe mdb_txn_commit(handle), "read a store", path)
    }

    func openTable(_ name: String) throws(StorageError) -> UInt32 {
        var number: UInt32 = 0
        let code = unsafe mdb_dbi_open(handle, name, 0, &number)
        guard code != MDB_NOTFOUND else {
            throw StorageError(
                .wrongKind,
                attempted: "open a store",
                subject: path,
                cause: "it has no table \"\(name)\": the file is not one of Granary's, or of another kind"
            )
        }
        try check(code, "open table \(name)", path)
        return number
    }

    /// Number of records in a table.
    func count<Key, Value>(_ table: Table<Key, Value>) throws(StorageError) -> Int {
        var statistics = MDB_stat()
        try check(unsafe mdb_stat(handle, table.handle, &statistics), "count the records of \(table.name)", path)
        return statistics.ms_entries
    }

    /// The record of a key; nil if there is none.
    func value<Key, Value: StoredRecord>(
        _ table: Table<Key, Value>,
        _ key: Key
    ) throws(StorageError) -> Value? {
        var cursor = try cursor(table)
        guard try cursor.seek(key), try cursor.key() == key else { return nil }
        return try cursor.value()
    }

    /// A cursor before the first record of a table.
    func cursor<Key, Value>(_ table: Table<Key, Value>) throws(StorageError) -> Cursor<Key, Value> {
        unsafe try Cursor(table, transaction: handle, path: path)
    }

    private var path: String { unsafe environmentPath(of: mdb_txn_env(handle)) }
}

/// Begins a transaction of either kind.
func begin(
    _ environment: OpaquePointer,
    flags: UInt32
) throws(StorageError) -> OpaquePointer {
    var begun: OpaquePointer?
    let path = unsafe environmentPath(of: environment)
    let attempted = flags == 0 ? "write to a store" : "read a store"
    try check(unsafe mdb_txn_begin(environment, nil, flags, &begun), attempted, path)
    guard let handle = unsafe begun else {
        throw StorageError(.database, attempted: attempted, subject: path, cause: "LMDB returned no transaction")
    }
    return unsafe handle
}

/// The file of an environment.
func environmentPath(of environment: OpaquePointer?) -> String {
    var path: UnsafePointer<CChar>?
    // Safe: LMDB's own C string, copied at once; it fails only without an environment.
    guard unsafe mdb_env_get_path(environment, &path) == MDB_SUCCESS, let path = unsafe path else { return "" }
    return unsafe String(cString: path)
}
