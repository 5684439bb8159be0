/// A named table of an environment: keys of one type with an order, and values of one type.
///
/// `Value` is a `StoredRecord`, or `Blob` for bytes that are stored unchanged.
struct Table<Key: TableKey, Value> {
    /// Its name in the environment.
    let name: String
    /// LMDB's number for it, valid as long as its environment is open.
    let handle: UInt32
}

/// Marks a table whose values are plain bytes, lent and never copied on reading.
enum Blob {}
