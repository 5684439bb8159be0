import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

@Suite("Table of dynamic metadata", .temporaryFolder)
struct DynamicMetadataTableTests {
    private static let identity = StoreIdentity.sample(frames: 0..<48, range: 0, pass: 0)

    private func table(_ name: String = "metadata") throws -> DynamicMetadataTable {
        try DynamicMetadataTable.create(at: TemporaryFolder.current.appending(path: name).path, identity: Self.identity)
    }

    private func records(seed: UInt64) -> [FrameMetadata] {
        var random = SeededGenerator(seed: seed)
        let pool = (0..<6).map { _ in random.bytes(Int.random(in: 1...500, using: &random)) }
        return Self.identity.frames.map { frame in
            let hdr10Plus = Bool.random(using: &random) ? pool.randomElement(using: &random) : nil
            return FrameMetadata(
                frame: frame,
                metadata: DynamicMetadata(
                    hdr10Plus: hdr10Plus,
                    dolbyVision: Bool.random(using: &random) ? random.bytes(300) : nil
                ),
                isInherited: hdr10Plus != nil && frame % 3 == 0
            )
        }
    }

    private func publish(_ records: [FrameMetadata], _ name: String = "metadata") throws -> String {
        let table = try table(name)
        for record in records { try table.add(record) }
        let folder = TemporaryFolder.current.path
        return try Publication.publish(table, stem: "dynamic", in: folder).path(in: folder)
    }

    @Test("a published table has the metadata of every frame, in whatever order it was added", arguments: 1...4)
    func roundTrip(seed: UInt64) throws {
        let records = records(seed: seed)
        var random = SeededGenerator(seed: seed + 100)
        let path = try publish(records.shuffled(using: &random))
        let table = try DynamicMetadataTable.open(at: path, expecting: Self.identity)
        #expect(table.frameCount == records.count)
        for record in records { #expect(try table.metadata(ofFrame: record.frame) == record.metadata) }
        var read: [FrameMetadata] = []
        try table.forEachRecord { read.append($0) }
        #expect(read == records)
        #expect(try StoreInspection.check(path) == [])
        var dumped: [StoreEntry] = []
        try StoreInspection.dump(path) { dumped.append($0) }
        #expect(dumped == records.map(StoreEntry.metadata))
    }

    @Test("the same records in the same order give the same file")
    func sameBytes() throws {
        let records = records(seed: 9)
        #expect(try publish(records, "one") == publish(records, "two"))
    }

    @Test("a payload that several frames share is stored once")
    func sharing() throws {
        let payload = [UInt8](repeating: 7, count: 4000)
        let path = try publish(
            Self.identity.frames.map { FrameMetadata(frame: $0, metadata: DynamicMetadata(dolbyVision: payload)) }
        )
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(try #require(size) < 60_000)
    }

    @Test("a frame without a record is an error, and a finding of the check")
    func missingFrame() throws {
        let path = try publish(Array(records(seed: 2).dropFirst(5)))
        let table = try DynamicMetadataTable.open(at: path)
        let error = #expect(throws: StorageError.self) { try table.metadata(ofFrame: 3) }
        #expect(error?.code == .damaged && error?.attempted.contains("frame 3") == true)
        #expect(try StoreInspection.check(path).map(\.description) == ["frame 0: it and 4 more are missing"])
    }

    @Test("a frame beyond the film is refused, and so is the table of another film")
    func otherFilm() throws {
        let table = try table()
        #expect(throws: StorageError.self) { try table.add(FrameMetadata(frame: 48, metadata: DynamicMetadata())) }
        let path = try publish(records(seed: 1), "other")
        var identity = Self.identity
        identity.sourceHash = "other"
        let error = #expect(throws: StorageError.self) { try DynamicMetadataTable.open(at: path, expecting: identity) }
        #expect(error?.cause.contains("source") == true)
        #expect(throws: StorageError.self) { try FrameSilo.open(at: path) }
    }
}
