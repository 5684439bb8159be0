import Foundation
import Glibc
import JobDocuments
import TestSupport
import Testing

extension DisturbedJobs {
    /// Jobs that tell the operator's hooks how their films ended.
    @Suite(
        "Hooks",
        .doesNotHang,
        .enabled(if: HookReceiver.isPossible, "python3 or curl is not installed: make setup")
    )
    struct Hooks {
        private var file: URL { TemporaryFolder.current.appending(path: "hooks.yaml") }
        private var outbox: URL { TemporaryFolder.current.appending(path: "outbox") }
        private var waiting: [String] {
            let folder = outbox.appending(path: "waiting").path
            return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }
        }

        /// Writes the operator's file, with a hook for each path of a server.
        private func write(port: Int, _ paths: [String] = ["notify"], outbox: String? = nil) throws {
            let secret = TemporaryFolder.current.appending(path: "secret")
            try Data((HookReceiver.key + "\n").utf8).write(to: secret)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
            let hooks = paths.map {
                "  - {name: \($0), url: 'http://127.0.0.1:\(port)/\($0)', secret: \(secret.path), timeLimit: 1s}\n"
            }
            let text = "outbox: \(outbox ?? self.outbox.path)\nhooks:\n\(hooks.joined())"
            try Data(text.utf8).write(to: file)
        }

        /// A job whose source is missing: it fails at once.
        private func failing(_ hook: String = "notify") throws -> JobBench {
            try JobBench(source: URL(filePath: "/nonexistent/film.mov"), more: "onFinish: \(hook)\nexternalId: A-1")
        }

        private func run(_ bench: JobBench) async throws -> JobBench.Outcome {
            try await bench.run(workers: 2, "--hooks", file.path)
        }

        private func hooks(_ words: String...) async throws -> Program.Outcome {
            try await Program.granary(["hooks"] + words + ["--hooks", file.path])
        }

        /// Ends the process that a run left behind to send its messages.
        private func killSender() async throws {
            for process in Processes.naming(outbox) where process.arguments.contains("deliver") {
                kill(process.id, SIGKILL)
            }
            #expect(try await Processes.areGone(naming: outbox))
        }

        @Test("a receiver gets job, film and report once, signed; a run that was killed before tells it later")
        func finished() async throws {
            let receiver = try await HookReceiver()
            // The outbox cannot be written, as if the process had been killed before it wrote to it.
            let blocked = TemporaryFolder.current.appending(path: "file")
            try Data().write(to: blocked)
            try write(port: receiver.port, outbox: blocked.path + "/outbox")
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                more: "passes: {maximum: 1}\nonFinish: notify"
            )
            let first = try await run(bench)
            #expect(
                first.code == 0 && first.errors.contains("hooks may not learn of the film: could not"),
                "\(first.errors)"
            )
            #expect(first.errors.contains("\(blocked.path) is not a folder"), "\(first.errors)")
            try write(port: receiver.port)
            #expect(try await run(bench).code == 0)
            let request = try #require(try await receiver.receives(1).first)
            #expect(request.isSigned && request.path == "/notify")
            #expect(request.headers["content-type"] == "application/json")
            let id = request.body["id"] as? String
            #expect(id != nil && request.headers["x-granary-delivery"] == id)
            #expect(request.headers["x-granary-event"] == "film.finished")
            #expect(request.body["type"] as? String == "film.finished")
            let job = request.body["job"] as? [String: Any]
            #expect(job?["name"] as? String == "film" && job?["manifest"] as? String == bench.manifest.path)
            #expect(job?["directory"] as? String == (try bench.directory.path))
            let film = request.body["film"] as? [String: Any]
            #expect(film?["path"] as? String == bench.output.path && film?["state"] as? String == "finished")
            #expect(film?["byteCount"] as? Int == bench.film?.count)
            let report = request.body["report"] as? [String: Any]
            #expect((report?["job"] as? [String: Any])?["id"] as? String == job?["id"] as? String)
            // There is no second message.
            let third = try await run(bench)
            #expect(third.code == 0 && !third.errors.contains("hook"), "\(third.errors)")
            #expect(try await Processes.areGone(naming: outbox))
            #expect(receiver.requests.count == 1 && waiting.isEmpty)
        }

        @Test("a dead receiver changes nothing about a run, and gets the message of a process that was killed later")
        func dead() async throws {
            let receiver = try await HookReceiver()
            try await receiver.stop()
            try write(port: receiver.port)
            let bench = try failing()
            let outcome = try await run(bench)
            #expect(outcome.code == 66 && outcome.errors.contains("hook notify gets message"), "\(outcome.errors)")
            try await killSender()
            #expect(waiting.count == 1)
            let early = try await hooks("deliver")
            #expect(early.code == 75 && early.errors.contains("curl ended with exit code 7"), "\(early.errors)")
            let list = try await hooks("list")
            #expect(list.code == 0 && list.output.contains("notify  url  http://127.0.0.1:\(receiver.port)\n"))
            #expect(list.output.contains("film.failed") && list.output.contains("attempt"), "\(list.output)")
            let again = try await HookReceiver(port: receiver.port)
            #expect(try await hooks("deliver").code == 0)
            let request = try #require(again.requests.first)
            #expect(request.isSigned && Int(request.headers["x-granary-attempt"] ?? "") ?? 0 > 1)
            #expect((request.body["job"] as? [String: Any])?["externalID"] as? String == "A-1")
            let film = request.body["film"] as? [String: Any]
            #expect(film?["exitCode"] as? Int == 66 && film?["state"] as? String == "failed")
            #expect((film?["failure"] as? String)?.contains("/nonexistent/film.mov") == true)
            #expect(waiting.isEmpty && again.requests.count == 1)
        }

        @Test("a slow receiver, an error and a redirect are no acceptance, and no run waits for them")
        func slow() async throws {
            let receiver = try await HookReceiver()
            try write(port: receiver.port, ["slow", "moved", "broken", "fine"])
            let outcome = try await run(try failing("slow"))
            #expect(outcome.code == 66 && !receiver.hasAnsweredSlowly)
            try await killSender()
            let expected = [
                ("slow", "curl ended with exit code 28"), ("moved", "answered 302, a redirect, which is not followed"),
                ("broken", "answered 500"),
            ]
            for (name, words) in expected {
                let test = try await hooks("test", name)
                #expect(test.code == 75 && test.errors.contains(words), "\(test.errors)")
            }
            let fine = try await hooks("test", "fine")
            #expect(fine.code == 0 && fine.output == "fine: accepted by http://127.0.0.1:\(receiver.port)\n")
            #expect(!receiver.requests.contains { $0.path == "/elsewhere" })
            #expect(try await hooks("test", "other").code == 66)
        }

        @Test("an unknown hook is a finding of validate, and a warning of a run")
        func unknown() async throws {
            try write(port: 1)
            let bench = try failing("notfy")
            let words = ["validate", bench.manifest.path]
            let finding = try await Program.granary(words + ["--hooks", file.path])
            #expect(finding.code == 65 && finding.errors.contains("(did you mean \"notify\"?)"), "\(finding.errors)")
            let unread = try await Program.granary(words + ["--hooks", "/nonexistent/hooks.yaml"])
            #expect(unread.code == 0 && unread.errors.contains("onFinish is not checked: there is no file"))
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
            let open = try await Program.granary(words + ["--hooks", file.path])
            #expect(open.code == 0 && open.errors.contains("others than its owner may write to it"), "\(open.errors)")
            #expect(try await hooks("list").code == 74)
            let outcome = try await run(bench)
            #expect(outcome.code == 66 && outcome.errors.contains("hooks may not learn"), "\(outcome.errors)")
            #expect(waiting.isEmpty)
        }
    }
}
