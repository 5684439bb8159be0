import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

@Suite("Stores that sessions update", .temporaryFolder)
struct StoreUpdateTests {
    private var path: String { TemporaryFolder.current.appending(path: "store").path }

    private func record(_ frame: Int, bits: Int, cutree: [UInt8]?) -> FrameRecord {
        var generator = SeededGenerator(seed: UInt64(frame))
        var record = FrameRecord.random(frame: frame, using: &generator)
        (record.compressedBits, record.cutree) = (bits, cutree)
        return record
    }

    private func all(_ storage: MultiPassStorage) throws -> [FrameRecord] {
        var all: [FrameRecord] = []
        try storage.forEachRecord { all.append($0) }
        return all
    }

    @Test("the newer record of a frame wins and keeps its cutree, also after the file is opened again")
    func newerRecords() throws {
        do {
            let storage = try MultiPassStorage.update(at: path, identity: .sample())
            for frame in 0..<48 { try storage.append(record(frame, bits: 1, cutree: [UInt8(frame)])) }
            #expect(try storage.note() == nil)
            try storage.finishPass([], note: [1])
        }
        do {
            let storage = try MultiPassStorage.update(at: path, identity: .sample())
            #expect(storage.frameCount == 48)
            #expect(try storage.note() == [1])
            try storage.finishPass((10..<20).map { record($0, bits: 2, cutree: nil) }, note: [2, 3])
        }
        let storage = try MultiPassStorage.update(at: path, identity: .sample())
        #expect(try storage.note() == [2, 3])
        let records = try all(storage)
        #expect(records.map(\.compressedBits) == (0..<48).map { (10..<20).contains($0) ? 2 : 1 })
        #expect(records.map(\.cutree) == (0..<48).map { [UInt8($0)] })
        try storage.removeAll()
        #expect(storage.frameCount == 0)
        #expect(try storage.note() == nil)
    }

    @Test("a pass with a frame outside the range changes nothing")
    func allOrNothing() throws {
        let storage = try MultiPassStorage.update(at: path, identity: .sample())
        try storage.append(record(0, bits: 1, cutree: nil))
        try storage.finishPass([], note: [1])
        let pass = [record(0, bits: 2, cutree: nil), record(48, bits: 2, cutree: nil)]
        #expect(throws: StorageError.self) { try storage.finishPass(pass, note: [2]) }
        #expect(try storage.note() == [1])
        #expect(try all(storage).map(\.compressedBits) == [1])
    }

    @Test("a storage that was not opened for updates takes no pass")
    func readOnly() throws {
        let storage = try MultiPassStorage.create(at: path, identity: .sample())
        let error = #expect(throws: StorageError.self) { try storage.finishPass([], note: []) }
        #expect(error?.code == .misuse)
    }

    @Test("a file that another session has open is refused, and so is one that is no store")
    func refusals() throws {
        let silo = try FrameSilo.update(at: path, identity: .sample())
        #expect(throws: StorageError.self) { try FrameSilo.update(at: path, identity: .sample()) }
        let error = #expect(throws: StorageError.self) { try MultiPassStorage.update(at: path, identity: .sample()) }
        #expect(error?.code == .wrongKind)
        withExtendedLifetime(silo) {}
        let text = TemporaryFolder.current.appending(path: "text")
        try Data("no store".utf8).write(to: text)
        #expect(throws: StorageError.self) { try MultiPassStorage.update(at: text.path, identity: .sample()) }
        #expect(try Data(contentsOf: text) == Data("no store".utf8))
    }

    @Test("a truncated store is refused and stays as it is", arguments: [1, 4096, 8192, 20_000])
    func truncated(byteCount: Int) throws {
        do {
            let storage = try MultiPassStorage.update(at: path, identity: .sample())
            for frame in 0..<48 { try storage.append(record(frame, bits: 1, cutree: Array(repeating: 7, count: 900))) }
            try storage.finishPass([], note: [1])
        }
        let url = URL(filePath: path)
        let bytes = try Data(contentsOf: url).prefix(byteCount)
        try bytes.write(to: url)
        #expect(throws: StorageError.self) { try MultiPassStorage.update(at: path, identity: .sample()) }
        #expect(try Data(contentsOf: url) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path) == ["store"])
    }

    @Test("a further pass fills only its time ranges, and its progress is that of these ranges")
    func siloPasses() throws {
        var generator = SeededGenerator(seed: 3)
        let first = (0..<48).map { EncodedSample.random(order: $0, using: &generator) }
        let second = (0..<48).map { EncodedSample.random(order: $0, using: &generator) }
        do {
            let silo = try FrameSilo.update(at: path, identity: .sample())
            #expect(silo.progressOfCurrentPass == 0)
            for sample in first.prefix(24) { try silo.add(sample) }
            #expect(silo.progressOfCurrentPass == 0.5)
            for sample in first.dropFirst(24) { try silo.add(sample) }
            #expect(silo.progressOfCurrentPass == 1)
            try silo.close()
        }
        let silo = try FrameSilo.update(at: path, identity: .sample())
        #expect(throws: StorageError.self) { try silo.add(second[0]) }
        try silo.setTimeRangesForNextPass([.frames(4..<8), .frames(40..<44)])
        #expect(silo.sampleCount == 40)
        #expect(throws: StorageError.self) { try silo.add(second[8]) }
        for sample in second[4..<8] { try silo.add(sample) }
        #expect(silo.progressOfCurrentPass == 0.5)
        for sample in second[40..<44] { try silo.add(sample) }
        #expect(silo.progressOfCurrentPass == 1)
        let mixed = (0..<48).map { (4..<8).contains($0) || (40..<44).contains($0) ? second[$0] : first[$0] }
        #expect(try silo.samples() == mixed)
    }
}
