import Foundation
import JobDocuments
import Jobs
import Serving
import TestSupport
import Testing

@Suite("Changes of queues and jobs", .temporaryFolder, .doesNotHang)
struct ActionTests {
    private func form(_ port: Int) -> [String: String] {
        ["Content-Type": "application/x-www-form-urlencoded", "Origin": "http://127.0.0.1:\(port)"]
    }

    private func submit(_ port: Int, _ farm: ServedFarm, _ manifest: String, _ more: [String: Any] = [:]) async throws
        -> Wire.Reply
    {
        let body = try ServedFarm.json(["manifest": manifest, "folder": farm.films.path].merging(more) { $1 })
        return try await Wire.ask(port, "POST", "/api/v1/queues/1/films", body: body)
    }

    @Test("a manifest is added as by the command, once while it waits")
    func adds() async throws {
        let farm = try ServedFarm()
        try await farm.serve { port in
            let first = try await submit(port, farm, farm.manifest, ["priority": 80])
            #expect(first.status == 201 && first.object?["number"] as? Int == 1, "\(first.body)")
            let entry = try #require(try farm.queue.entry(1))
            #expect(entry.text == farm.manifest && entry.priority == 80 && entry.name == "out")
            #expect(entry.sources == [farm.films.appending(path: "in.mov").path])
            #expect(URL(filePath: entry.file).deletingLastPathComponent().path == farm.films.path)
            let second = try await submit(port, farm, farm.manifest)
            #expect(second.status == 200 && second.object?["number"] as? Int == 1)
            #expect(try farm.queue.numbers() == [1])
            let other = farm.manifest.replacing("out.mp4", with: "b.mp4").replacing("\n", with: "\r\n")
            let fields = "manifest=" + (other.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            #expect(try await Wire.ask(port, "POST", "/queues/1/films", form(port), body: fields).status == 303)
            #expect(try farm.queue.entry(2)?.text == other.replacing("\r\n", with: "\n"))
        }
    }

    @Test("mistakes of a manifest have the lines and columns that the command reports")
    func mistakes() async throws {
        let farm = try ServedFarm()
        let bad = "apiVersion: granary/v1\nsource: in.mov\noutput: out.mp4\nvideo:\n  sped: fast\npriority: 700\n"
        let known = #expect(throws: ManifestError.self) {
            try Manifest(parsing: Array(bad.utf8), file: "posted.yaml", folder: farm.films.path)
        }
        try await farm.serve { port in
            let reply = try await submit(port, farm, bad)
            #expect(reply.status == 422 && reply.headers["content-type"] == "application/problem+json")
            let body = try ServedFarm.json(["manifest": bad])
            let check = try await Wire.ask(port, "POST", "/api/v1/manifests/check", body: body)
            #expect(check.status == 200 && check.object?["isValid"] as? Bool == false)
            for object in [reply.object, check.object] {
                let data = try JSONSerialization.data(withJSONObject: try #require(object?["issues"]))
                let issues = try JSONDecoder().decode([ManifestIssue].self, from: data)
                #expect(issues == known?.issues && issues.count == 2)
            }
            let good = try await Wire.ask(
                port,
                "POST",
                "/api/v1/manifests/check",
                body: try ServedFarm.json(["manifest": farm.manifest])
            )
            #expect(good.object?["isValid"] as? Bool == true)
            for body in ["", "{", "[]", #"{"manifest": 7}"#, "{}"] {
                #expect(try await Wire.ask(port, "POST", "/api/v1/queues/1/films", body: body).status == 400, "\(body)")
            }
            #expect(try await submit(port, farm, farm.manifest, ["priority": 101]).status == 422)
            #expect(try farm.queue.numbers().isEmpty)
        }
    }

    @Test("a manifest that names anything outside of the folders is refused, whatever the way")
    func outside() async throws {
        let farm = try ServedFarm()
        let other = farm.folder.appending(path: "films-of-others")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        let files = FileManager.default
        try files.createSymbolicLink(at: farm.films.appending(path: "out"), withDestinationURL: other)
        try files.createSymbolicLink(atPath: farm.films.path + "/nowhere", withDestinationPath: "/nonexistent/x")
        try files.createSymbolicLink(atPath: farm.films.path + "/in", withDestinationPath: farm.films.path)
        let lines = [
            "source: /etc/passwd", "source: ../films-of-others/a.mov", "source: out/a.mov",
            "source: \(other.path)/a.mov",
            "source: nowhere", "source: nowhere/a.mov", "source: [in.mov, /etc/shadow]",
        ]
        let manifests =
            lines.map { farm.manifest.replacing("source: in.mov", with: $0) } + [
                farm.manifest.replacing("output: out.mp4", with: "output: /elsewhere/out.mp4"),
                farm.manifest.replacing("output: out.mp4", with: "output: out/out.mp4"),
                farm.manifest + "stills: [{at: best, output: /elsewhere/still.heic}]\n",
                farm.manifest.replacing("rate:", with: "dynamicMetadata: {hdr10plus: /etc/a.json}, rate:"),
                farm.manifest + "slurm: {partition: fast}\n",
            ]
        try await farm.serve { port in
            for manifest in manifests {
                let reply = try await submit(port, farm, manifest)
                #expect(reply.status == 403, "\(manifest): \(reply.body)")
            }
            #expect(try await submit(port, farm, farm.manifest, ["folder": other.path]).status == 403)
            #expect(try farm.queue.numbers().isEmpty)
            let within = farm.manifest.replacing("source: in.mov", with: "source: in/new/../film.mov")
            #expect(try await submit(port, farm, within).status == 201)
        }
        try await farm.serve({ $0.submitFolders = [] }) { port in
            let reply = try await submit(port, farm, farm.manifest)
            #expect(reply.status == 403 && reply.body.contains("--folder"))
            #expect(try await Wire.ask(port, "GET", "/queues/1").body.contains("takes no manifests"))
        }
    }

    @Test("queues are paused and resumed, films moved and removed, by programs and by forms")
    func queues() async throws {
        let farm = try ServedFarm()
        for name in ["a", "b"] {
            let manifest = Manifest(file: "f", source: "/films/a.mov", output: "/films/\(name).mp4")
            _ = try farm.queue.add(QueueEntry(manifest, file: "/films/f.yaml", text: "", name: name))
        }
        try await farm.serve { port in
            let pausing = #"{"isPaused": true, "reason": "at night"}"#
            let paused = try await Wire.ask(port, "PATCH", "/api/v1/queues/1", body: pausing)
            #expect(paused.object?["paused"] as? String == "at night" && farm.queue.pause()?.reason == "at night")
            #expect(try await Wire.ask(port, "GET", "/queues/1").body.contains("at night"))
            #expect(try await Wire.ask(port, "POST", "/queues/1/resume", form(port), body: "").status == 303)
            #expect(farm.queue.pause() == nil)
            let moved = try await Wire.ask(port, "PATCH", "/api/v1/queues/1/films/2", body: #"{"priority": 90}"#)
            let films = moved.object?["films"] as? [[String: Any]]
            #expect(films?.map { $0["number"] as? Int } == [2, 1])
            let fields = "priority=95"
            #expect(
                try await Wire.ask(port, "POST", "/queues/1/films/1/priority", form(port), body: fields).status == 303
            )
            #expect(try farm.queue.entry(1)?.priority == 95)
            for (path, body) in [("2", #"{"priority": 101}"#), ("7", #"{"priority": 5}"#), ("0", #"{"priority": 5}"#)] {
                let reply = try await Wire.ask(port, "PATCH", "/api/v1/queues/1/films/\(path)", body: body)
                #expect([404, 422].contains(reply.status), "\(path)")
            }
            let claim = try #require(try farm.queue.claim(1))
            let busy = try await Wire.ask(port, "DELETE", "/api/v1/queues/1/films/1")
            #expect(busy.status == 409 && busy.body.contains("a process is making it"))
            claim.release()
            #expect(try await Wire.ask(port, "POST", "/queues/1/films/1/remove", form(port), body: "").status == 303)
            #expect(try farm.queue.numbers() == [2])
            #expect(try await Wire.ask(port, "PATCH", "/api/v1/queues/9", body: pausing).status == 404)
            let wrong = try await Wire.ask(port, "POST", "/api/v1/queues/1/films/2", body: "{}")
            #expect(wrong.status == 405 && wrong.headers["allow"] == "PATCH, DELETE")
        }
    }

    @Test("two servers share a queue: no change of either is lost")
    func twoServers() async throws {
        let farm = try ServedFarm()
        let manifest = farm.manifest
        let wide: (inout ServeOptions) -> Void = { $0.limits.changes = (perSecond: 100, atOnce: 100) }
        try await farm.serve(wide) { one in
            try await farm.serve(wide) { two in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for index in 0..<20 {
                        group.addTask {
                            let text = manifest.replacing("out.mp4", with: "film\(index).mp4")
                            return try await submit(index % 2 == 0 ? one : two, farm, text).status
                        }
                    }
                    for try await status in group { #expect(status == 201) }
                }
                let films = try await Wire.ask(two, "GET", "/api/v1/queues/1").object?["films"] as? [[String: Any]]
                #expect(films?.count == 20)
            }
        }
        #expect(try farm.queue.numbers() == Array(1...20))
    }

    @Test("a job is stopped by the command, with its directory as one argument")
    func cancel() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("film")
        let id = URL(filePath: job.path).lastPathComponent
        let program = farm.folder.appending(path: "granary")
        let script = "printf '%s|' \"$@\" >'\(farm.folder.path)/said'\ntest -e '\(farm.folder.path)/good'\n"
        try Tool.script(at: program, script)
        try await farm.serve({ $0.program = program.path }) { port in
            let refused = try await Wire.ask(port, "POST", "/api/v1/jobs/\(id)/cancel", body: "{}")
            #expect(refused.status == 409 && refused.body.contains("exit code 1"), "\(refused.body)")
            try Data().write(to: farm.folder.appending(path: "good"))
            #expect(try await Wire.ask(port, "POST", "/jobs/\(id)/cancel", form(port), body: "").status == 303)
            let said = try String(contentsOf: farm.folder.appending(path: "said"), encoding: .utf8)
            #expect(said == "cancel|\(job.path)|")
            #expect(try await Wire.ask(port, "POST", "/api/v1/jobs/0000/cancel", body: "{}").status == 404)
        }
        try await farm.serve { port in
            let missing = try await Wire.ask(port, "POST", "/api/v1/jobs/\(id)/cancel", body: "{}")
            #expect(missing.status == 503 && missing.body.contains("Install granary"))
        }
    }
}
