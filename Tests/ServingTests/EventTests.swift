import Foundation
import JobDocuments
import Serving
import TestSupport
import Testing

@Suite("Events of jobs", .temporaryFolder, .doesNotHang)
struct EventTests {
    private let stream = "Accept: text/event-stream\r\n"

    private func path(_ job: JobDirectory) -> String {
        "/api/v1/jobs/\(URL(filePath: job.path).lastPathComponent)/events"
    }

    private func follow(_ port: Int, _ path: String, _ headers: String = "", receiveBuffer: CInt? = nil) throws -> Wire
    {
        let wire = try Wire(port: port, receiveBuffer: receiveBuffer)
        wire.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(stream)\(headers)\r\n")
        return wire
    }

    private func lastID(_ text: String) throws -> String {
        String(try #require(text.matches(of: /id: ([0-9]+)\ndata: [^\n]+\n\n/).last).1)
    }

    @Test("a client gets what is there and what comes, each event once and in order, with its position")
    func live() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("film")
        farm.pace(job, 0..<5)
        try await farm.serve { port in
            let wires = try (0..<3).map { _ in try follow(port, path(job)) }
            let first = await wires[0].read { ServedFarm.numbers($0).count == 5 }
            #expect(ServedFarm.numbers(first) == Array(0..<5))
            #expect(first.contains("text/event-stream") && first.contains("retry: 2000"))
            farm.pace(job, 5..<9)
            for wire in wires.dropFirst() {
                let text = await wire.read { ServedFarm.numbers($0).count >= 9 }
                #expect(ServedFarm.numbers(text) == Array(0..<9))
                #expect(Int64(try lastID(text)) == JournalReader(path: job.paths.journal).byteCount)
            }
            // From a position on, as a page has it; the one that a browser remembers counts more.
            let id = try lastID(first)
            let later = try follow(port, path(job) + "?after=\(id)")
            #expect(ServedFarm.numbers(await later.read { ServedFarm.numbers($0).count >= 4 }) == Array(5..<9))
            let again = try follow(port, path(job) + "?after=0", "Last-Event-ID: \(id)\r\n")
            #expect(ServedFarm.numbers(await again.read { ServedFarm.numbers($0).count >= 4 }) == Array(5..<9))
            #expect(try await Wire.ask(port, "GET", path(job) + "?after=x").status == 400)
        }
    }

    @Test("a server that is stopped and started again loses no event")
    func restart() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("film")
        let writing = Task {
            for number in 0..<40 {
                farm.pace(job, number..<number + 1)
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        var (seen, id): ([Int], String) = ([], "0")
        while seen.count < 40 {
            try await farm.serve { port in
                let wire = try follow(port, path(job), "Last-Event-ID: \(id)\r\n")
                let missing = min(40 - seen.count, 7)
                let text = await wire.read { ServedFarm.numbers($0).count >= missing }
                seen += ServedFarm.numbers(text)
                id = try lastID(text)
            }
        }
        try await writing.value
        #expect(seen == Array(0..<40))
    }

    @Test("a client that does not read is dropped, and catches up from where it was")
    func slowClient() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("film")
        try await farm.serve({ $0.limits.waitingPieces = 4 }) { port in
            let slow = try follow(port, path(job), receiveBuffer: 4096)
            _ = await slow.read { $0.contains("retry") }
            // More than all buffers on the way hold.
            let count = 400
            let writing = Task {
                for number in 0..<count {
                    farm.pace(job, number..<number + 1, filler: 60_000)
                    if number % 10 == 0 { try await Task.sleep(for: .milliseconds(25)) }
                }
            }
            try await writing.value
            // Others are served meanwhile.
            #expect(try await Wire.ask(port, "GET", "/healthz").status == 200)
            var (seen, id): ([Int], String) = ([], "0")
            let rest = await slow.read(seconds: 30)
            let whole = rest.range(of: "\n\n", options: .backwards).map { String(rest[..<$0.upperBound]) } ?? ""
            seen += ServedFarm.numbers(whole)
            #expect(seen.count < count, "it was not dropped")
            if !seen.isEmpty { id = try lastID(whole) }
            let quick = try follow(port, path(job), "Last-Event-ID: \(id)\r\n")
            let missing = count - seen.count
            seen += ServedFarm.numbers(await quick.read(seconds: 60, bytes: 60_200 * missing))
            #expect(seen == Array(0..<count))
        }
    }

    @Test("silence is filled with comments, and the overview comes with its changes")
    func silence() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("film")
        try await farm.serve({ $0.limits.silence = .milliseconds(100) }) { port in
            let wire = try follow(port, path(job))
            #expect(await wire.read { $0.contains("\n:\n\n") }.contains("\n:\n\n"))
            let overview = try follow(port, "/api/v1/events")
            let first = await overview.read { $0.contains("}\n\n") }
            #expect(first.contains("event: overview\ndata: {\"jobs\":[") && first.contains("\"state\":\"stopped\""))
            let lease = try JobLease(of: job)
            #expect(await overview.read { $0.contains("\"state\":\"running\"") }.contains("\"state\":\"running\""))
            withExtendedLifetime(lease) {}
            #expect(try await Wire.ask(port, "GET", "/api/v1/events").object?["queues"] != nil)
        }
    }

    @Test("programs get lines, and lines that are damaged or not finished are left out")
    func lines() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("film")
        farm.pace(job, 0..<2)
        let handle = try FileHandle(forWritingTo: URL(filePath: job.paths.journal))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("damaged\n\u{1}{}\n{\"elapsedSeconds\":77".utf8))
        try await farm.serve { port in
            let reply = try await Wire.ask(port, "GET", path(job))
            #expect(reply.headers["content-type"] == "application/x-ndjson")
            #expect(ServedFarm.numbers(reply.body) == [0, 1])
            let lines = reply.body.split(separator: "\n")
            let last = try JSONSerialization.jsonObject(with: Data((lines.last ?? "").utf8))
            #expect(lines.count == 2 && last is [String: Any])
            // The rest of a torn line does not swallow the next one.
            farm.pace(job, 2..<3)
            #expect(try await ServedFarm.numbers(Wire.ask(port, "GET", path(job)).body) == [0, 1, 2])
            // A position that is none any more is that of a journal that was begun again.
            try FileManager.default.removeItem(atPath: job.paths.journal)
            farm.pace(job, 8..<9)
            #expect(try await ServedFarm.numbers(Wire.ask(port, "GET", path(job) + "?after=99999").body) == [8])
        }
    }
}
