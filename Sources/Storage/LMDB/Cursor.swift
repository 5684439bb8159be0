import CLMDB

/// Iterates a table in the order of its keys. Use it inside the read that created it.
@safe struct Cursor<Key: TableKey, Value>: ~Copyable {
    private let handle: OpaquePointer
    private let table: Table<Key, Value>
    private let path: String
    private var currentKey = unsafe MDB_val()
    private var currentValue = unsafe MDB_val()

    init(_ table: Table<Key, Value>, transaction: OpaquePointer, path: String) throws(StorageError) {
        var opened: OpaquePointer?
        let attempted = "read table \(table.name)"
        // Safe: the transaction outlives the cursor, which is closed in deinit.
        try check(unsafe mdb_cursor_open(transaction, table.handle, &opened), attempted, path)
        guard let handle = unsafe opened else {
            throw StorageError(.database, attempted: attempted, subject: path, cause: "LMDB returned no cursor")
        }
        unsafe self.handle = unsafe handle
        self.table = table
        self.path = path
    }

    deinit { unsafe mdb_cursor_close(handle) }

    /// Moves to the first record with the key or, if it is missing, to the next one; false at the end of the table.
    mutating func seek(_ key: Key) throws(StorageError) -> Bool {
        let bytes = key.keyBytes
        let code = unsafe bytes.withUnsafeBytes { buffer in
            // Safe: LMDB reads the key during the call and then points `currentKey` into its own map.
            unsafe currentKey = unsafe MDB_val(
                mv_size: buffer.count,
                mv_data: UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            )
            return unsafe mdb_cursor_get(handle, &currentKey, &currentValue, MDB_SET_RANGE)
        }
        return try found(code)
    }

    /// Moves to the next record, at the start to the first one; false at the end of the table.
    mutating func next() throws(StorageError) -> Bool {
        try found(unsafe mdb_cursor_get(handle, &currentKey, &currentValue, MDB_NEXT))
    }

    /// Moves to the last record; false if there is none.
    mutating func last() throws(StorageError) -> Bool {
        try found(unsafe mdb_cursor_get(handle, &currentKey, &currentValue, MDB_LAST))
    }

    /// Key of the current record.
    func key() throws(StorageError) -> Key {
        // Safe: LMDB's map keeps the bytes as long as the transaction lasts.
        let bytes = unsafe UnsafeRawBufferPointer(start: currentKey.mv_data, count: currentKey.mv_size)
        guard let key = unsafe Key(keyBytes: bytes.bytes) else { throw damaged("a key is malformed") }
        return key
    }

    /// Lends the bytes of the current record straight from the map, for the duration of the call.
    func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
        // Safe: LMDB's map keeps the bytes as long as the transaction lasts, and this call lies within it.
        let bytes = unsafe UnsafeRawBufferPointer(start: currentValue.mv_data, count: currentValue.mv_size)
        return try body(unsafe bytes.bytes)
    }

    private func found(_ code: CInt) throws(StorageError) -> Bool {
        if code == MDB_NOTFOUND { return false }
        try check(code, "read table \(table.name)", path)
        return true
    }

    private func damaged(_ cause: String) -> StorageError {
        StorageError(.damaged, attempted: "read table \(table.name)", subject: path, cause: cause)
    }
}

extension Cursor where Value: StoredRecord {
    /// The current record.
    func value() throws(StorageError) -> Value {
        // Safe: LMDB's map keeps the bytes as long as the transaction lasts.
        let bytes = unsafe UnsafeRawBufferPointer(start: currentValue.mv_data, count: currentValue.mv_size)
        do throws(RecordFlaw) {
            return unsafe try Value(record: bytes.bytes)
        } catch {
            throw StorageError(
                .damaged,
                attempted: "read table \(table.name)",
                subject: "\(path), record \(try key())",
                cause: error.description
            )
        }
    }
}
