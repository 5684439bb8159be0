import Foundation
import Media
import Storage
import TestSupport
import Testing

@Suite("Command line: granary storage", .temporaryFolder)
struct StorageCommandTests {
    @Test("a published store is listed, dumped and found intact; its damage is reported and crashes nothing")
    func stores() async throws {
        let path = try publishedStore()
        let list = try await Program.granary("storage", "list", "--json", path)
        let summary = try #require(JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])
        #expect(list.code == 0 && summary["recordCount"] as? Int == 2)
        let dump = try await Program.granary("storage", "dump", path)
        #expect(dump.code == 0 && dump.output.split(separator: "\n").count == 2)
        let intact = try await Program.granary("storage", "check", path)
        #expect(intact.code == 0 && intact.output == "\(path): intact\n")

        var bytes = try Data(contentsOf: URL(filePath: path))
        for index in 0..<bytes.count / 2 { bytes[index] ^= 0x5A }
        try bytes.write(to: URL(filePath: path))
        for command in ["list", "dump", "check"] {
            let damaged = try await Program.granary("storage", command, path)
            #expect(damaged.code == 65 && damaged.errors.contains("do not match its name"), "\(command)")
        }
        #expect(try await Program.granary("storage", "list", "/nowhere.silo").code == 66)
    }

    @Test("a file that is not a store is reported once, with the reason")
    func noStore() async throws {
        let path = TemporaryFolder.current.appending(path: "range-00000.json").path
        try Data("{}".utf8).write(to: URL(filePath: path))
        let outcome = try await Program.granary("storage", "check", path)
        #expect(outcome.code == 65 && outcome.output.components(separatedBy: path).count == 2)
        #expect(outcome.output.contains("not an LMDB file"))
    }

    private func publishedStore() throws -> String {
        let folder = TemporaryFolder.current
        let identity = StoreIdentity(
            jobHash: "job",
            sourceHash: "source",
            granaryBuild: "1",
            encoderBuild: "x265",
            readerBuild: "reader",
            range: 0,
            pass: 1,
            frames: 0..<2,
            timeRange: TimeRange(start: .zero, end: MediaTime(value: 2, timescale: 24))
        )
        let storage = try MultiPassStorage.create(at: folder.appending(path: "scratch").path, identity: identity)
        for frame in 0..<2 {
            let line =
                "in:\(frame) out:\(frame) type:\(frame == 0 ? "I" : "P") q:20.00 q-aq:19.50 q-noVbv:20.00 q-Rceq:1.00 "
                + "tex:100 mv:10 misc:5 icu:10.00 pcu:5.00 scu:1.00 sc:0 ;"
            try storage.append(FrameRecord(statistics: #require(FrameStatistics(statsLine: line))))
        }
        let published = try Publication.publish(storage, stem: "range-00000", in: folder.path)
        return folder.appending(path: published.name).path
    }
}
