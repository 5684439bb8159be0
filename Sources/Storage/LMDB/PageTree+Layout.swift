/// The head of an LMDB file, and its copy: struct MDB_meta after the page header.
struct MetaPage {
    /// Bytes from the start of the page that are read.
    static let byteCount = 16 + 24 + 2 * TableRoot.byteCount + 16

    /// Size of all pages.
    let pageByteCount: Int
    /// The table of tables.
    let tables: TableRoot
    /// Number of the last page that is in use.
    let lastPage: UInt64
    /// Number of the transaction that wrote it.
    let transaction: UInt64

    /// Reads a page; nil if it is not a meta page of LMDB 0.9.
    init?(_ page: [UInt8]) {
        let (isMeta, magic, version): (UInt16, UInt32, UInt32) = (8, 0xBEEF_C0DE, 1)
        let free = TableRoot(page, at: 40)
        let size = Int(free.pad)
        guard page.number(at: 10, UInt16.self) & isMeta != 0, page.number(at: 16, UInt32.self) == magic,
            page.number(at: 20, UInt32.self) == version, (512...32768).contains(size), size & (size - 1) == 0
        else { return nil }
        pageByteCount = size
        tables = TableRoot(page, at: 40 + TableRoot.byteCount)
        lastPage = page.number(at: 40 + 2 * TableRoot.byteCount, UInt64.self)
        transaction = page.number(at: 48 + 2 * TableRoot.byteCount, UInt64.self)
    }
}

/// Where a table begins: struct MDB_db.
struct TableRoot {
    static let byteCount = 48
    /// The root of an empty table.
    static let noPage = UInt64.max

    /// The size of a page, in the first table of a meta page.
    let pad: UInt32
    /// Its sort flags; 0 for all of Granary's tables.
    let flags: UInt16
    /// Pages from its root to its leaves, including both.
    let depth: UInt16
    /// Number of its first page.
    let root: UInt64

    init(_ page: [UInt8], at place: Int) {
        pad = page.number(at: place, UInt32.self)
        flags = page.number(at: place + 4, UInt16.self)
        depth = page.number(at: place + 6, UInt16.self)
        root = page.number(at: place + 40, UInt64.self)
    }
}

/// A key with its value, or with the page of the keys from it on: struct MDB_node.
struct PageNode {
    /// The value is on pages of its own.
    static let isLarge: UInt16 = 1
    /// The value is a `TableRoot`.
    static let isTable: UInt16 = 2

    /// On a leaf: the kind of value.
    let flags: UInt16
    let keyByteCount: Int
    /// On a leaf: the length of the value.
    let valueByteCount: Int
    /// On a leaf: the offset of the value in the page.
    let value: Int
    /// On a branch: the number of the child page.
    let child: UInt64

    /// Reads a node; nil if its key is not in the page.
    init?(at place: Int, in page: [UInt8]) {
        let headByteCount = 8
        guard place + headByteCount <= page.count else { return nil }
        let (low, high) = (page.number(at: place, UInt16.self), page.number(at: place + 2, UInt16.self))
        flags = page.number(at: place + 4, UInt16.self)
        keyByteCount = Int(page.number(at: place + 6, UInt16.self))
        valueByteCount = Int(high) << 16 | Int(low)
        value = place + headByteCount + keyByteCount
        child = UInt64(flags) << 32 | UInt64(valueByteCount)
        guard value <= page.count else { return nil }
    }
}

extension [UInt8] {
    /// The number at an offset, in the byte order of this machine, which is that of LMDB's files.
    func number<Number: FixedWidthInteger & UnsignedInteger>(at place: Int, _ type: Number.Type) -> Number {
        var bytes = self[place..<place + Number.bitWidth / 8]
        #if _endian(little)
            bytes.reverse()
        #endif
        return bytes.reduce(0) { $0 << 8 | Number($1) }
    }
}
