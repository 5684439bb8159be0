import CLMDB

/// Changes to an environment that happen together or not at all: what is not committed is undone.
@available(*, noasync, message: "LMDB's transactions belong to the thread that began them")
@safe struct WriteTransaction: ~Copyable {
    private let handle: OpaquePointer

    init(_ environment: OpaquePointer) throws(StorageError) {
        // Safe: the environment outlives the call that owns this transaction.
        unsafe handle = unsafe try begin(environment, flags: 0)
    }

    deinit { unsafe mdb_txn_abort(handle) }

    /// Makes the changes permanent. LMDB frees the transaction even when it fails.
    consuming func commit() throws(StorageError) {
        let (handle, path) = unsafe (self.handle, self.path)
        discard self
        try check(unsafe mdb_txn_commit(handle), "write to a store", path)
    }

    /// Opens a table; creates it when there is none.
    func openTable(_ name: String) throws(StorageError) -> UInt32 {
        var number: UInt32 = 0
        try check(unsafe mdb_dbi_open(handle, name, UInt32(MDB_CREATE), &number), "open table \(name)", path)
        return number
    }

    /// Stores a record; an earlier one of the same key is replaced.
    func put<Key, Value: StoredRecord>(
        _ table: Table<Key, Value>,
        _ key: Key,
        _ value: Value
    ) throws(StorageError) {
        try put(value.record, key.keyBytes, table.handle, table.name)
    }

    /// Stores bytes unchanged; earlier ones of the same key are replaced.
    func put<Key>(_ table: Table<Key, Blob>, _ key: Key, _ bytes: [UInt8]) throws(StorageError) {
        try put(bytes, key.keyBytes, table.handle, table.name)
    }

    /// Deletes a record; does nothing if it is missing.
    func delete<Key, Value>(_ table: Table<Key, Value>, _ key: Key) throws(StorageError) {
        let code = unsafe key.keyBytes.withValue { key in
            // Safe: the key's bytes are lent for the duration of the call, which only reads them.
            var key = unsafe key
            return unsafe mdb_del(handle, table.handle, &key, nil)
        }
        if code == MDB_NOTFOUND { return }
        try check(code, "delete from table \(table.name)", path)
    }

    private var path: String { unsafe environmentPath(of: mdb_txn_env(handle)) }

    private func put(_ bytes: [UInt8], _ key: [UInt8], _ table: UInt32, _ name: String) throws(StorageError) {
        let code = unsafe key.withValue { key in
            unsafe bytes.withValue { value in
                // Safe: both are lent for the duration of the call, which copies them into its pages.
                var (key, value) = unsafe (key, value)
                return unsafe mdb_put(handle, table, &key, &value, 0)
            }
        }
        try check(code, "write to table \(name)", path)
    }
}

extension [UInt8] {
    /// Lends the bytes in the form that LMDB takes; it does not write through the pointer.
    func withValue(_ body: (MDB_val) -> CInt) -> CInt {
        unsafe withUnsafeBytes {
            unsafe body(MDB_val(mv_size: $0.count, mv_data: UnsafeMutableRawPointer(mutating: $0.baseAddress)))
        }
    }
}
