import Coordination
import Foundation
import Jobs
import Media
import TestSupport
import Testing

@testable import granary

@Suite("Several manifests: order, disk and summary", .temporaryFolder)
struct BatchDecisionTests {
    private func manifest(_ source: String, _ output: String, priority: Int = 50) -> Manifest {
        var manifest = Manifest(file: "job.yaml", source: "/films/\(source)", output: "/films/\(output)")
        manifest.priority = priority
        return manifest
    }

    /// The numbers of so many manifests that begin next; nil where none can.
    private func next(_ count: Int, of order: inout BatchOrder) -> [Int?] {
        (0..<count).map { _ in order.next()?.number }
    }

    private func end(_ number: Int, of order: inout BatchOrder) {
        order.end(BatchItem(number: number, manifest: manifest("", "")), [])
    }

    @Test("the highest priority begins first, then they begin as given")
    func order() {
        var order = BatchOrder([
            manifest("a", "a.mp4"), manifest("b", "b.mp4", priority: 90), manifest("c", "c.mp4"),
            manifest("d", "d.mp4", priority: 0),
        ])
        #expect(next(5, of: &order) == [1, 0, 2, 3, nil])
    }

    @Test("a manifest that reads or makes a film of an earlier one begins after it")
    func dependencies() {
        var order = BatchOrder([
            manifest("a", "x.mp4"), manifest("x.mp4", "y.mp4", priority: 90), manifest("b", "x.mp4"),
            manifest("c", "c.mp4"), manifest("d", "a"),
        ])
        #expect(next(3, of: &order) == [0, 3, nil])
        end(0, of: &order)
        // The third one would replace the film that the second one reads.
        #expect(next(3, of: &order) == [1, 4, nil])
        end(1, of: &order)
        #expect(next(1, of: &order) == [2])
    }

    @Test("what has not begun can be given up")
    func givingUp() {
        var order = BatchOrder([manifest("a", "a.mp4"), manifest("b", "b.mp4"), manifest("c", "c.mp4")])
        #expect(next(1, of: &order) == [0] && order.isOpen)
        #expect(order.giveUp().map(\.number) == [1, 2])
        #expect(next(1, of: &order) == [nil] && !order.isOpen)
    }

    @Test("jobs fit on a disk if there is space for all of them together")
    func disk() {
        let folder = TemporaryFolder.current.path
        func claim(_ byteCount: Int64) -> DiskClaim { DiskClaim(folder: folder, byteCount: byteCount) }
        #expect(DiskClaim.fit([claim(40), claim(20)], among: [claim(40)]) { _ in 100 })
        #expect(!DiskClaim.fit([claim(40), claim(20)], among: [claim(41)]) { _ in 100 })
        // Another file system has its own space.
        let elsewhere = DiskClaim(folder: "/proc", byteCount: 1000)
        #expect(DiskClaim.fit([claim(40)], among: [elsewhere]) { _ in 100 })
        #expect(DiskClaim.fit([claim(40)], among: []) { _ in nil })
    }

    @Test("the summary has a line for each film in aligned columns, and the worst exit code")
    func summary() throws {
        let film = FinishedFilm(
            job: "0",
            path: "/films/a.mp4",
            sha256: "",
            byteCount: 12_300,
            modificationTime: 0,
            findings: [],
            verification: .full
        )
        let refusal = FarmError(.foreignOutput, attempted: "", subject: "", cause: "")
        let endings = [
            FilmEnding(
                name: "a",
                jobID: "0",
                output: "a.mp4",
                outcome: .finished(film, wasComplete: false),
                exitCode: 0,
                seconds: 65
            ),
            FilmEnding(name: "second\u{1B}", output: "b.mp4", outcome: .failed(refusal), exitCode: 73, seconds: 1),
            .notBegun(name: "c", output: "c.mp4"),
        ]
        let summary = BatchSummary(endings)
        #expect(
            summary.text == """
                film          state      rate     size  time
                a             finished      -  12.3 kB  1:05
                second\\u{1B}  failed        -        -  0:01
                c             not begun     -        -     -

                """
        )
        #expect(summary.exitCode == 130 && BatchSummary(Array(endings.prefix(2))).exitCode == 73)
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(summary)) as? [String: Any]
        #expect(object?["type"] as? String == "summary" && object?["exitCode"] as? Int == 130)
        #expect((object?["films"] as? [[String: Any]])?.first?["byteCount"] as? Int == 12_300)
    }
}
