import Foundation
import JobDocuments
import Jobs
import Media
import TestSupport
import Testing

@testable import Hooks

@Suite("The outbox of hooks", .temporaryFolder)
struct OutboxTests {
    private var outbox: Outbox { Outbox(path: TemporaryFolder.current.appending(path: "outbox").path) }
    private var file: URL { TemporaryFolder.current.appending(path: "hooks.yaml") }
    private var result: URL { TemporaryFolder.current.appending(path: "result") }

    /// Writes the operator's file with a hook named `hook` that runs a script.
    private func write(_ script: String, more: String = "") throws {
        let url = TemporaryFolder.current.appending(path: "hook.sh")
        try Tool.script(at: url, script)
        let text = "hooks: [{name: hook, command: [\(url.path), \(result.path)]\(more)}]\n"
        try Data(text.utf8).write(to: file)
    }

    private func delivery(_ body: String = "{}", age: Int = 0) -> HookDelivery {
        let now = Int(Date().timeIntervalSince1970) - age
        let id = HookDelivery.newID()
        return HookDelivery(id: id, hook: "hook", file: file.path, event: .finished, body: body, now: now)
    }

    /// What a run over the outbox did with the messages, and how many still wait.
    private func run<Value>(_ body: (OutboxRun) throws -> Value) rethrows -> (steps: [OutboxRun.Step], value: Value) {
        let steps = Locked<[OutboxRun.Step]>([])
        let environment = ["PATH": "/usr/bin:/bin", "KEY": "x"]
        let sender = HookSender(scratch: TemporaryFolder.current.path, environment: environment)
        let value = try body(OutboxRun(outbox, sender: sender) { _, step in steps.withLock { $0.append(step) } })
        return (steps.withLock { $0 }, value)
    }

    private func once() throws -> (steps: [OutboxRun.Step], waiting: Int) {
        let (steps, value) = try run { try $0.once() }
        return (steps, value)
    }

    private func untilEmpty() throws -> [OutboxRun.Step] { try run { try $0.untilEmpty() }.steps }

    @Test("a command gets the message on its standard input, and only the variables that it needs")
    func command() throws {
        try write("{ cat; env; } > \"$1\"")
        let delivery = delivery("{\"a\":\"b c\"}")
        #expect(try outbox.add(delivery) && !outbox.add(delivery))
        let sent = try once()
        #expect(sent.steps == [.accepted] && sent.waiting == 0)
        let lines = try String(contentsOf: result, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines.first == "{\"a\":\"b c\"}")
        #expect(lines.contains("GRANARY_HOOK=hook") && lines.contains("GRANARY_DELIVERY=\(delivery.id)"))
        #expect(!lines.contains { $0.hasPrefix("KEY=") || $0.hasPrefix("HOME=") })
        #expect(try outbox.ids().isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: outbox.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    @Test("a command that fails is tried again until it succeeds, with its last words in the document")
    func failure() throws {
        try write("test -e \"$1\" && exit 0; echo not today >&2; exit 7")
        let delivery = delivery()
        _ = try outbox.add(delivery)
        let first = try once()
        #expect(first.waiting == 1)
        #expect(first.steps == [.waits("hook.sh ended with exit code 7: not today")])
        let waiting = try #require(try outbox.delivery(delivery.id))
        #expect(waiting.attempts == 1 && waiting.failure?.contains("not today") == true)
        try Data().write(to: result)
        // Due after a second: this waits for it.
        #expect(try untilEmpty() == [.accepted])
    }

    @Test("a command that does not end is ended")
    func timeLimit() throws {
        try write("sleep 60", more: ", timeLimit: 1s")
        _ = try outbox.add(delivery())
        #expect(try once().steps == [.waits("hook.sh did not end within 1 s")])
    }

    @Test("a message that was not accepted for long is kept, and not tried again")
    func givenUp() throws {
        try write("exit 1", more: ", giveUpAfter: 60s")
        let old = delivery(age: 120)
        _ = try outbox.add(old)
        #expect(try untilEmpty() == [.givenUp("hook.sh ended with exit code 1")])
        #expect(try outbox.ids().isEmpty)
        #expect(FileManager.default.fileExists(atPath: "\(outbox.givenUpFolder)/\(old.id).json"))
    }

    @Test("messages whose hooks are gone wait; a damaged document is left alone, and stops no other")
    func missing() throws {
        try write("cat > \"$1\"")
        var lost = delivery()
        lost.hook = "gone"
        var unreadable = delivery()
        unreadable.file = "/nonexistent/hooks.yaml"
        for message in [lost, unreadable, delivery()] { _ = try outbox.add(message) }
        let damaged = String(repeating: "0", count: 32)
        try Data("{".utf8).write(to: URL(filePath: outbox.path).appending(path: "waiting/\(damaged).json"))
        let all = try once()
        #expect(all.waiting == 3)
        #expect(
            Set(all.steps) == [
                .accepted, .waits("there is no hook gone in \(file.path)"),
                .waits("there is no file /nonexistent/hooks.yaml"),
            ]
        )
        let error = #expect(throws: FarmError.self) { try outbox.delivery(damaged) }
        #expect(error?.explanation.contains("could not read a message of the outbox") == true)
    }

    @Test("only one process sends")
    func lock() throws {
        try write("cat > \"$1\"")
        _ = try outbox.add(delivery())
        let lock = try #require(try outbox.lock())
        let locked = try once()
        #expect(locked.steps == [] && locked.waiting == 1)
        #expect(try untilEmpty() == [])
        lock.release()
        #expect(try untilEmpty() == [.accepted])
    }

    @Test("attempts are 1, 2, 4 seconds apart, and at most an hour")
    func backOff() {
        var delivery = delivery()
        let waits = (1...16).map { _ in
            delivery.fail("no", now: 1000)
            return delivery.due - 1000
        }
        #expect(waits.prefix(12) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048])
        #expect(waits.suffix(4) == [3600, 3600, 3600, 3600] && delivery.flaw == nil)
        #expect(!delivery.isGivenUp(after: 60, now: delivery.created + 59))
        #expect(delivery.isGivenUp(after: 60, now: delivery.created + 60))
    }

    @Test("a message is one line of JSON with the report as its last key; a large report is left out")
    func message() throws {
        let job = HookMessage.Job(id: "1", name: "a\n\"b\"", externalID: "", directory: "/j", manifest: nil)
        var message = HookMessage(
            id: HookDelivery.newID(),
            type: .finished,
            time: Date(timeIntervalSince1970: 0),
            job: job
        )
        message.film = HookMessage.Film(path: "/films/ä.mp4", state: "finished", exitCode: 0)
        message.report = Array("{\n  \"a\" : \"x  \\\" y\",\n  \"b\" : [1, 2]\n}\n".utf8)
        let text = try message.text
        #expect(!text.contains("\n") && text.hasSuffix(",\"report\":{\"a\":\"x  \\\" y\",\"b\":[1,2]}}"))
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(object?["type"] as? String == "film.finished" && object?["time"] as? String == "1970-01-01T00:00:00Z")
        #expect((object?["job"] as? [String: Any])?["name"] as? String == "a\n\"b\"")
        message.report = Array("{\"a\":\"\(String(repeating: "x", count: HookMessage.longestByteCount))\"}".utf8)
        #expect(try message.text.utf8.count < 1000)
        message.report = Array("not JSON".utf8)
        #expect(try !message.text.contains("report"))
    }

    @Test("the configuration of curl has every value in quotes, and the arguments have none")
    func request() {
        let delivery = delivery("{\"a\":\"\\\\ \t\"}")
        let request = CurlRequest(delivery, to: "https://x.org/", key: [1], timeLimitSeconds: 7, now: 99)
        let lines = request.configuration.split(separator: "\n")
        #expect(lines.contains("url = \"https://x.org/\"") && lines.contains("max-time = \"7\""))
        #expect(lines.contains("data-binary = \"{\\\"a\\\":\\\"\\\\\\\\ \\t\\\"}\""))
        #expect(lines.contains("proto = \"=http,https\""))
        #expect(lines.contains { $0.hasPrefix("header = \"X-Granary-Signature: t=99,v1=") })
        #expect(CurlRequest.quoted("a\r\nb") == "\"a\\r\\nb\"")
        #expect(throws: Never.self) { try CurlRequest.check("204") }
        for (output, words) in [("302", "redirect"), ("500", "500"), ("000", "no answer"), ("", "no answer")] {
            let failure = #expect(throws: HookFailure.self) { try CurlRequest.check(output) }
            #expect(failure?.words.contains(words) == true)
        }
    }
}
