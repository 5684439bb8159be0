import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

/// Stores with forged pages and a correct checksum. LMDB itself would follow every page number.
@Suite("Pages of a store", .temporaryFolder)
struct PageTreeTests {
    private var folder: String { TemporaryFolder.current.path }
    private let pageByteCount = Int(getpagesize())

    /// The bytes of a published silo with so many samples; every eighth is too large for a page.
    private func silo(samples count: Int = 400) throws -> [UInt8] {
        let scratch = folder + "/scratch-\(count)"
        let silo = try FrameSilo.create(at: scratch, identity: .sample(frames: 0..<count))
        var generator = SeededGenerator(seed: 1)
        for order in 0..<count {
            try silo.add(.random(order: order, byteCount: order % 8 == 0 ? 9000 : 200, using: &generator))
        }
        let published = try Publication.publish(silo, stem: "silo", in: folder)
        return [UInt8](try Data(contentsOf: URL(filePath: published.path(in: folder))))
    }

    /// Numbers of the pages of a type.
    private func pages(_ flags: UInt16, in bytes: [UInt8]) -> [Int] {
        (2..<bytes.count / pageByteCount).filter { page in
            let head = Array(bytes[page * pageByteCount..<(page + 1) * pageByteCount])
            // Bytes in the middle of a sample may look like a page header, but do not have their own page number.
            return head.number(at: 10, UInt16.self) == flags && head.number(at: 0, UInt64.self) == UInt64(page)
        }
    }

    private func open(_ bytes: [UInt8]) throws {
        let path = folder + "/forged"
        try Data(bytes).write(to: URL(filePath: path))
        try PageTree.check(path)
    }

    /// Opens a store with some bytes replaced, and expects it to be refused.
    private func expectRefusal(_ bytes: [UInt8], _ changes: [Int: UInt8], _ cause: String) throws {
        var forged = bytes
        for (place, byte) in changes { forged[place] = byte }
        let path = folder + "/forged"
        try Data(forged).write(to: URL(filePath: path))
        let error = #expect(throws: StorageError.self) { try FrameSilo.open(at: path) }
        #expect(error?.code == .damaged && error?.subject == path)
        #expect(cause.isEmpty || error?.cause.contains(cause) == true, "\(error?.cause ?? "")")
    }

    @Test("an intact store has valid pages, with branches, large values and several tables")
    func sound() throws {
        let bytes = try silo()
        #expect(!pages(1, in: bytes).isEmpty && !pages(2, in: bytes).isEmpty && !pages(4, in: bytes).isEmpty)
        try open(bytes)
        try open(try silo(samples: 1))
    }

    @Test("a branch that refers to itself is refused: reading it would not end")
    func circle() throws {
        let bytes = try silo()
        let branch = try #require(pages(1, in: bytes).first)
        let start = branch * pageByteCount
        let node = start + Int(Array(bytes[start..<start + 32]).number(at: 16, UInt16.self))
        try expectRefusal(bytes, [node: UInt8(branch & 0xFF), node + 1: UInt8(branch >> 8)], "page \(branch)")
    }

    @Test("a node outside its page is refused, and so is a value that continues after the page")
    func nodes() throws {
        let bytes = try silo()
        let leaf = try #require(pages(2, in: bytes).first)
        let start = leaf * pageByteCount
        try expectRefusal(bytes, [start + 16: 0xFE, start + 17: 0xFF], "page \(leaf) has a node")
        let node = start + Int(Array(bytes[start..<start + 32]).number(at: 16, UInt16.self))
        try expectRefusal(bytes, [node + 2: 0x7F, node + 4: 0], "page \(leaf) has a value")
    }

    @Test("a large value on a page that does not exist is refused")
    func largeValue() throws {
        let bytes = try silo()
        for leaf in pages(2, in: bytes) {
            let page = Array(bytes[leaf * pageByteCount..<(leaf + 1) * pageByteCount])
            for pointer in stride(from: 16, to: Int(page.number(at: 12, UInt16.self)), by: 2) {
                let place = Int(page.number(at: pointer, UInt16.self))
                guard let node = PageNode(at: place, in: page), node.flags == PageNode.isLarge else { continue }
                let value = leaf * pageByteCount + node.value
                // One page before the end of the file, of three.
                let last = bytes.count / pageByteCount - 1
                try expectRefusal(bytes, [value: UInt8(last & 0xFF), value + 1: UInt8(last >> 8)], "on page \(last)")
                try expectRefusal(bytes, [value + 7: 0x7F], "which is not in the file")
                return
            }
        }
        Issue.record("no large value was found")
    }

    @Test("a table with another order or depth is refused: LMDB would end its process")
    func tables() throws {
        let bytes = try silo()
        // The table of tables, in the meta page of the latest transaction.
        for meta in [0, pageByteCount] {
            let table = meta + 40 + TableRoot.byteCount
            try expectRefusal(bytes, [table + 4: 4, pageByteCount - meta + 40 + TableRoot.byteCount + 4: 4], "flags")
            try expectRefusal(bytes, [table + 6: 2, pageByteCount - meta + 40 + TableRoot.byteCount + 6: 2], "depth")
        }
    }

    @Test("a page without nodes, and one that is neither branch nor leaf, are refused")
    func heads() throws {
        let bytes = try silo()
        let leaf = try #require(pages(2, in: bytes).first) * pageByteCount
        try expectRefusal(bytes, [leaf + 12: 16, leaf + 13: 0], "room")
        try expectRefusal(bytes, [leaf + 10: 0x22], "flags")
    }

    @Test("a truncated file or one that is not a store is refused before LMDB opens it")
    func files() throws {
        let bytes = try silo()
        for count in [0, 10, pageByteCount, pageByteCount + 100, bytes.count - 1] {
            try expectRefusal(Array(bytes.prefix(count)), [:], "")
        }
        try expectRefusal(
            Array("no store, but long enough for a page of it".utf8) + Array(repeating: 0, count: 9000),
            [:],
            "meta"
        )
    }
}
