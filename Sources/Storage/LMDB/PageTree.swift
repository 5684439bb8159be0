import Glibc

/// Checks the pages of an LMDB file that its reader will follow, before LMDB reads them.
///
/// LMDB 0.9 trusts its pages: it follows offsets and page numbers unchecked. So a malformed page can make it read
/// beyond its map, loop forever, or abort. A checksum identifies the writer of a file only if the document that names
/// it can be trusted. In a tree that passes this check, each page is in the file and is reached once, each node is in
/// its page, each value is in the file, and all leaves are at the depth that their table declares. The bytes of values
/// on pages of their own are not read. (Layout: struct MDB_page, MDB_node, MDB_meta and MDB_db of mdb.c, 0.9.)
struct PageTree: ~Copyable {
    private let file: OpenFile
    private let path: String
    private var pageByteCount = 0
    private var pageCount: UInt64 = 0
    private var seen: Set<UInt64> = []
    private var page: [UInt8] = []

    /// Checks all tables of a file. Throws `damaged` with the page at fault.
    static func check(_ path: String) throws(StorageError) {
        var tree = try PageTree(path)
        try tree.check()
    }

    private init(_ path: String) throws(StorageError) {
        file = try OpenFile(reading: path)
        self.path = path
    }

    private mutating func check() throws(StorageError) {
        let byteCount = UInt64(try file.byteCount())
        guard let head = try file.bytes(at: 0, count: MetaPage.byteCount), let first = MetaPage(head) else {
            throw damaged("it is not an LMDB file: its first page is not a meta page")
        }
        pageByteCount = first.pageByteCount
        guard let head = try file.bytes(at: pageByteCount, count: MetaPage.byteCount), let second = MetaPage(head),
            second.pageByteCount == first.pageByteCount
        else { throw damaged("its second page is not an LMDB meta page") }
        // LMDB uses the later of two transactions, and the first page if they are equal.
        let meta = first.transaction < second.transaction ? second : first
        let (count, overflow) = meta.lastPage.addingReportingOverflow(1)
        guard !overflow, count >= 2, count <= byteCount / UInt64(pageByteCount) else {
            throw damaged("it has \(byteCount) bytes and needs \(meta.lastPage) pages of \(pageByteCount)")
        }
        pageCount = count
        page = Array(repeating: 0, count: pageByteCount)
        for table in try tables(in: meta.tables) {
            guard try tables(in: table).isEmpty else { throw damaged("a table contains a table") }
        }
    }

    /// Visits the pages of a table; returns the tables in it.
    private mutating func tables(in table: TableRoot) throws(StorageError) -> [TableRoot] {
        guard table.flags == 0 else { throw damaged("a table has the flags \(table.flags)") }
        var tables: [TableRoot] = []
        guard table.root != TableRoot.noPage else { return tables }
        var open: [(page: UInt64, depth: UInt16)] = [(table.root, 1)]
        while let (number, depth) = open.popLast() {
            guard number >= 2, number < pageCount, seen.insert(number).inserted else {
                throw damaged("page \(number) is not one of its \(pageCount), or appears twice")
            }
            try file.read(into: &page, at: Int(number) * pageByteCount)
            switch page.number(at: 10, UInt16.self) {
            case PageFlag.branch where depth < table.depth:
                for node in try nodes(of: number, atLeast: 2) { open.append((node.child, depth + 1)) }
            case PageFlag.leaf where depth == table.depth:
                for node in try nodes(of: number, atLeast: 1) {
                    if let found = try self.table(at: node, on: number) { tables.append(found) }
                }
            case let flags: throw damaged("page \(number) has the flags \(flags) at depth \(depth) of \(table.depth)")
            }
        }
        return tables
    }

    /// The nodes of the current page, all of which are in it.
    private func nodes(of number: UInt64, atLeast least: Int) throws(StorageError) -> [PageNode] {
        let lower = Int(page.number(at: 12, UInt16.self))
        let upper = Int(page.number(at: 14, UInt16.self))
        let headByteCount = 16
        guard lower >= headByteCount + 2 * least, lower % 2 == 0, lower <= upper, upper <= pageByteCount else {
            throw damaged("page \(number) has room from \(lower) to \(upper)")
        }
        var nodes: [PageNode] = []
        for pointer in stride(from: headByteCount, to: lower, by: 2) {
            let place = Int(page.number(at: pointer, UInt16.self))
            guard place >= upper, place % 2 == 0, let node = PageNode(at: place, in: page) else {
                throw damaged("page \(number) has a node at \(place), outside the page")
            }
            nodes.append(node)
        }
        return nodes
    }

    /// Checks a node of a leaf; returns the table that is its value, or nil for other values.
    private func table(at node: PageNode, on number: UInt64) throws(StorageError) -> TableRoot? {
        guard (1...511).contains(node.keyByteCount) else {
            throw damaged("page \(number) has a key of \(node.keyByteCount) bytes")
        }
        let end = node.value + (node.flags == PageNode.isLarge ? 8 : node.valueByteCount)
        guard end <= pageByteCount else { throw damaged("page \(number) has a value that extends beyond it") }
        switch node.flags {
        case 0: break
        case PageNode.isLarge:
            let first = page.number(at: node.value, UInt64.self)
            let count = UInt64((16 + node.valueByteCount + pageByteCount - 1) / pageByteCount)
            guard first >= 2, first < pageCount, count <= pageCount - first else {
                throw damaged("page \(number) has a value on page \(first), which is not in the file")
            }
        case PageNode.isTable:
            guard node.valueByteCount == TableRoot.byteCount else {
                throw damaged("page \(number) has a table of \(node.valueByteCount) bytes")
            }
            return TableRoot(page, at: node.value)
        default: throw damaged("page \(number) has a node with the flags \(node.flags)")
        }
        return nil
    }

    private func damaged(_ cause: String) -> StorageError {
        StorageError(.damaged, attempted: "open a store", subject: path, cause: cause)
    }
}

/// Kinds of pages that have nodes.
private enum PageFlag {
    static let branch: UInt16 = 1
    static let leaf: UInt16 = 2
}
