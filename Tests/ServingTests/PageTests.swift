import Foundation
import JobDocuments
import Jobs
import TestSupport
import Testing

@Suite("Pages of the server", .temporaryFolder, .doesNotHang)
struct PageTests {
    private let html = ["Accept": "text/html"]

    @Test("every page is well-formed, loads nothing of another host, and has neither inline scripts nor styles")
    func pages() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("<b>film & co</b>")
        farm.pace(job, 0..<3)
        try Data("last words\n".utf8).write(to: URL(filePath: job.paths.logFolder + "/pass-02-unit-0001-attempt-1.log"))
        let id = URL(filePath: job.path).lastPathComponent
        _ = try await farm.serve { port in
            for path in ["/", "/jobs/\(id)", "/queues/1", "/history", "/nothing", "/jobs/0123"] {
                let reply = try await Wire.ask(port, "GET", path, html)
                #expect((reply.status == 200) == !["/nothing", "/jobs/0123"].contains(path), "\(path)")
                let text = reply.body
                let body = try #require(text.range(of: "<body").map { text[$0.lowerBound...] })
                #expect(MarkupBalance(body.replacing("</html>", with: "")).unbalanced.isEmpty, "\(path)")
                #expect(!text.contains("<b>film") && !text.contains("HTMLText"), "\(path)")
                #expect(text.firstMatch(of: /(src|href|action)="(?![\/#])[^"]/) == nil, "\(path)")
                #expect(text.firstMatch(of: /\son[a-z]+=|\sstyle=|<style|<script>/) == nil, "\(path)")
                let policy = try #require(reply.headers["content-security-policy"])
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "\(path)")
                #expect(
                    reply.headers["x-content-type-options"] == "nosniff" && reply.headers["cache-control"] == "no-store"
                )
            }
            let page = try await Wire.ask(port, "GET", "/jobs/\(id)").body
            for words in ["&lt;b&gt;film &amp; co", "last words", "range 1: running", "1 waiting, 1 running, 1 done"] {
                #expect(page.contains(words), "\(words)")
            }
            for asset in ["granary.css", "granary.js", "icon.svg"] {
                #expect(try await Wire.ask(port, "GET", "/assets/\(asset)").status == 200)
            }
            let script = try await Wire.ask(port, "GET", "/assets/granary.js")
            #expect(script.headers["content-type"]?.hasPrefix("text/javascript") == true)
        }
    }

    @Test("a report is shown as it was written, but nothing in it runs")
    func report() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("film")
        let id = URL(filePath: job.path).lastPathComponent
        try await farm.serve { port in
            #expect(try await Wire.ask(port, "GET", "/jobs/\(id)/report").status == 404)
            #expect(try await Wire.ask(port, "GET", "/jobs/\(id)/thumbnail.png").status == 404)
            try Data("<p>the report</p>".utf8).write(to: URL(filePath: job.paths.reportPage))
            let reply = try await Wire.ask(port, "GET", "/jobs/\(id)/report")
            #expect(reply.body == "<p>the report</p>")
            let policy = reply.headers["content-security-policy"] ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("sandbox") && !policy.contains("script"))
            #expect(try await Wire.ask(port, "GET", "/jobs/\(id)").body.contains("/jobs/\(id)/report"))
        }
    }

    @Test("a damaged job and a damaged film of a queue are shown with their reasons, and the others as usual")
    func damage() async throws {
        let farm = try ServedFarm()
        let (good, bad) = (try farm.addJob("good"), try farm.addJob("a bad one"))
        try Data("{".utf8).write(to: URL(filePath: bad.paths.job))
        for name in ["one", "two"] {
            let manifest = Manifest(file: "f", source: "/films/a.mov", output: "/films/\(name).mp4")
            _ = try farm.queue.add(QueueEntry(manifest, file: "/films/f.yaml", text: "", name: name))
        }
        try Data("[]".utf8).write(to: URL(filePath: farm.queue.path + "/films/000001.json"))
        try await farm.serve { port in
            let jobs = try await Wire.ask(port, "GET", "/api/v1/jobs").object?["jobs"] as? [[String: Any]]
            let states = (jobs ?? []).reduce(into: [String: String]()) {
                $0[$1["id"] as? String ?? ""] = $1["state"] as? String
            }
            #expect(states[URL(filePath: good.path).lastPathComponent] == "stopped")
            #expect(states[URL(filePath: bad.path).lastPathComponent] == "unreadable")
            let queue = try await Wire.ask(port, "GET", "/api/v1/queues/1").object
            let films = try #require(queue?["films"] as? [[String: Any]])
            #expect(films.map { $0["state"] as? String } == ["damaged", "waiting"])
            #expect((films[0]["error"] as? String)?.contains("granary queue remove") == true)
            #expect(try await Wire.ask(port, "GET", "/queues/1").body.contains("granary queue remove"))
            #expect(try await Wire.ask(port, "DELETE", "/api/v1/queues/1/films/1").status == 204)
            #expect(try farm.queue.numbers() == [2])
            let metrics = try await Wire.ask(port, "GET", "/metrics").body
            #expect(metrics.contains("granary_jobs{state=\"unreadable\"} 1\n"))
            #expect(metrics.contains("granary_queue_films{queue=\"1\",state=\"waiting\"} 1\n"))
        }
    }

    @Test("jobs are found by their ids alone, never by paths")
    func ids() async throws {
        let farm = try ServedFarm()
        let outside = farm.folder.appending(path: "elsewhere")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: outside.appending(path: "job.json"))
        try await farm.serve { port in
            for id in [
                "..%2Felsewhere", "%2e%2e%2felsewhere", "../elsewhere", ".", "%00", "ABC",
                String(repeating: "a", count: 65),
            ] {
                let reply = try await Wire.ask(port, "GET", "/api/v1/jobs/\(id)")
                #expect(reply.status == 404, "\(id)")
                #expect(reply.headers["content-type"] == "application/problem+json", "\(id)")
            }
        }
    }

    @Test("a job is read again when it changes, and once while it does not")
    func changes() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("film")
        let id = URL(filePath: job.path).lastPathComponent
        try await farm.serve { port in
            func card() async throws -> [String: Any] {
                try await Wire.ask(port, "GET", "/api/v1/jobs/\(id)").object ?? [:]
            }
            #expect(try await card()["state"] as? String == "stopped")
            let lease = try JobLease(of: job)
            #expect(try await card()["state"] as? String == "running")
            farm.pace(job, 7..<8)
            let running = try await card()
            #expect((running["words"] as? [String: String])?["rate"] == "12.5 frames/s")
            #expect((running["pace"] as? [String: Any])?["strip"] as? String == "#>.o")
            withExtendedLifetime(lease) {}
        }
    }
}
