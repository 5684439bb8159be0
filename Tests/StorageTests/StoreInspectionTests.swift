import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

@Suite("Store inspection", .temporaryFolder)
struct StoreInspectionTests {
    private var path: String { TemporaryFolder.current.appending(path: "scratch").path }

    private func records(_ frames: Range<Int>) -> [FrameRecord] {
        var generator = SeededGenerator(seed: 13)
        return frames.map { .random(frame: $0, using: &generator) }
    }

    private func samples(_ orders: Range<Int>) -> [EncodedSample] {
        var generator = SeededGenerator(seed: 14)
        return orders.map { .random(order: $0, using: &generator) }
    }

    private func write(_ records: [FrameRecord]) throws {
        let storage = try MultiPassStorage.create(at: path, identity: .sample())
        for record in records { try storage.append(record) }
        try storage.close()
    }

    @Test("a complete storage is listed, dumped as lines of JSON, and has no findings")
    func storage() throws {
        let records = records(0..<48)
        try write(records)
        let summary = try StoreInspection.summary(path)
        #expect(summary.kind == .multiPass && summary.recordCount == 48 && summary.identity == .sample())
        #expect(summary.fileByteCount > 0 && summary.sampleByteCount == nil)
        var dumped: [FrameRecord] = []
        try StoreInspection.dump(path) { entry in
            let line = try JSONEncoder().encode(entry)
            #expect(!line.contains(10))
            dumped.append(try JSONDecoder().decode(FrameRecord.self, from: line))
        }
        #expect(dumped == records)
        #expect(try StoreInspection.check(path).isEmpty)
    }

    @Test("a complete silo is listed, dumped as lines of JSON, and has no findings")
    func silo() throws {
        let samples = samples(0..<48)
        let silo = try FrameSilo.create(at: path, identity: .sample())
        for sample in samples { try silo.add(sample) }
        try silo.close()
        let summary = try StoreInspection.summary(path)
        #expect(summary.kind == .silo && summary.recordCount == 48 && summary.sampleByteCount == 48 * 300)
        var dumped: [SampleHeader] = []
        try StoreInspection.dump(path) { entry in
            dumped.append(try JSONDecoder().decode(SampleHeader.self, from: try JSONEncoder().encode(entry)))
        }
        #expect(dumped == samples.map(SampleHeader.init))
        #expect(try StoreInspection.check(path).isEmpty)
    }

    @Test("missing frames are found")
    func incomplete() throws {
        try write(records(0..<40))
        #expect(try StoreInspection.check(path).map(\.description) == ["frame 40: it and 7 more are missing"])
    }

    @Test("frames with the same encode order are found")
    func doubled() throws {
        var records = records(0..<48)
        records[7].statistics.encodeOrder = 3
        try write(records)
        #expect(try StoreInspection.check(path).map(\.place) == ["frame 7"])
    }

    @Test("records under a wrong key, and samples without bytes, are found")
    func misplaced() throws {
        let silo = try FrameSilo.create(at: path, identity: .sample())
        for sample in samples(0..<48) { try silo.add(sample) }
        try silo.flush()
        let header = SampleHeader(samples(0..<48)[5])
        try silo.file.environment.write {
            [headers = silo.headers, samples = silo.samples] (transaction) throws(StorageError) in
            try transaction.delete(samples, 9000)
            try transaction.put(headers, 4000, header)
        }
        let findings = try StoreInspection.check(path).map(\.description)
        #expect(findings.contains { $0.contains("48 headers and 47 samples") })
        #expect(findings.contains("sample at tick 9000: its bytes are missing"))
        #expect(findings.contains { $0.hasPrefix("sample at tick 4000: its header says") })
        #expect(findings.contains { $0.hasPrefix("sample at tick 5000: frame 4 is not in the range or appears twice") })
        #expect(findings.contains("frame 5: it is missing"))
    }

    @Test("a name that does not match the content is found first")
    func wrongName() throws {
        try write(records(0..<48))
        let renamed = TemporaryFolder.current.appending(path: "range-00000-0123456789abcdef.multipass").path
        try FileManager.default.moveItem(atPath: path, toPath: renamed)
        #expect(try StoreInspection.contentMatchesName(renamed) == false)
        #expect(try StoreInspection.check(renamed).map(\.problem) == ["its SHA-256 is not the one in its name"])
    }

    @Test("a file that is not a store is a finding, a missing file an error")
    func noStore() throws {
        try Data(repeating: 7, count: 50000).write(to: URL(filePath: path))
        #expect(try StoreInspection.check(path).count == 1)
        #expect(try StoreInspection.contentMatchesName(path) == nil)
        #expect(throws: StorageError.self) { try StoreInspection.check(path + "-not") }
    }
}
