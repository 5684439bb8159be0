/// How much is kept in memory for one transaction.
enum Batch {
    /// Records.
    static let recordLimit = 64
    /// Bytes of large values.
    static let byteLimit = 4 << 20
}
