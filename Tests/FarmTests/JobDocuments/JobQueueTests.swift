import Foundation
import Jobs
import Media
import TestSupport
import Testing

@testable import JobDocuments

@Suite("The queue in a folder", .temporaryFolder)
struct JobQueueTests {
    private var queue: JobQueue { JobQueue(path: TemporaryFolder.current.appending(path: "queue").path) }

    private func entry(_ name: String, priority: Int = 50) -> QueueEntry {
        let manifest = Manifest(file: "\(name).yaml", source: "/films/\(name).mov", output: "/films/\(name).mp4")
        return QueueEntry(manifest, file: "/films/\(name).yaml", text: "text", name: name, priority: priority)
    }

    private func document(_ number: Int) -> URL {
        URL(filePath: queue.path).appending(path: "films/00000\(number).json")
    }

    @Test("films get numbers in the order in which they are added, and are read as they were written")
    func add() throws {
        #expect(!queue.exists)
        #expect(throws: FarmError.self) { try queue.check() }
        let added = try ["a", "b", "c"].map { try queue.add(entry($0)) }
        #expect(added.map(\.number) == [1, 2, 3])
        #expect(try queue.numbers() == [1, 2, 3])
        #expect(try queue.entry(2) == added[1] && queue.entry(4) == nil)
        try queue.check()
    }

    @Test("the order is by priority, then by place, then by number")
    func order() throws {
        var entries = try [10, 50, 50, 90].map { try queue.add(entry("film", priority: $0)) }
        entries[2].place = -1
        #expect(entries.sorted { $0.precedes($1) }.map(\.number) == [4, 3, 2, 1])
    }

    @Test("processes that add films at the same time lose none")
    func concurrentAdds() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<20 { group.addTask { try queue.add(entry("film \(index)")).number } }
            let numbers = try await group.reduce(into: []) { $0.append($1) }
            #expect(numbers.sorted() == Array(1...20))
        }
        #expect(try queue.numbers().count == 20)
    }

    @Test("a film is claimed once, until the claim ends")
    func claims() throws {
        let number = try queue.add(entry("a")).number
        #expect(!queue.isClaimed(number))
        do {
            let claim = try #require(try queue.claim(number))
            #expect(queue.isClaimed(number))
            #expect(try queue.claim(number) == nil)
            let refusal = #expect(throws: FarmError.self) { try queue.remove(number) }
            #expect(refusal?.kind == .temporary)
            withExtendedLifetime(claim) {}
        }
        #expect(!queue.isClaimed(number))
        try queue.remove(number)
        #expect(try queue.numbers().isEmpty)
        // The number was claimed, so it is not used for another film.
        #expect(try queue.add(entry("b")).number == 2)
    }

    @Test("a change sees the other films and replaces the document; that of a removed film is nothing")
    func change() throws {
        for name in ["a", "b"] { _ = try queue.add(entry(name)) }
        try queue.change(2) { entry, others in
            #expect(others.map(\.number) == [1])
            (entry.state, entry.exitCode, entry.words) = (.failed, 66, "gone")
        }
        #expect(try queue.entry(2)?.words == "gone")
        try queue.remove(1)
        try queue.change(1) { entry, _ in entry.priority = 1 }
        #expect(try queue.numbers() == [2])
    }

    @Test("a damaged document is an error in words, and can be removed; the others are read")
    func damage() throws {
        for name in ["a", "b", "c"] { _ = try queue.add(entry(name)) }
        try Data("{\"version\":1,".utf8).write(to: document(2))
        let error = #expect(throws: FarmError.self) { try queue.entry(2) }
        #expect(error?.kind == .badInput && error?.explanation.contains("granary queue remove") == true)
        #expect(try queue.entry(3)?.name == "c")
        try queue.remove(2)
        #expect(try queue.numbers() == [1, 3])
    }

    @Test(
        "a document with impossible values is damaged",
        arguments: [
            ("\"priority\" : 50", "\"priority\" : 101"), ("\"number\" : 1", "\"number\" : 2"),
            ("\"/films/a.mp4\"", "\"a.mp4\""), ("\"waiting\"", "\"finished\""), ("\"version\" : 1", "\"version\" : 2"),
        ]
    )
    func impossible(from: String, to: String) throws {
        _ = try queue.add(entry("a"))
        let text = try String(contentsOf: document(1), encoding: .utf8)
        try #require(text.contains(from))
        try Data(text.replacingOccurrences(of: from, with: to).utf8).write(to: document(1))
        #expect(throws: FarmError.self) { try queue.entry(1) }
    }

    @Test("a pause has a reason, and ends; a damaged pause is one as well")
    func pause() throws {
        _ = try queue.add(entry("a"))
        #expect(queue.pause() == nil)
        try queue.pause(QueuePause(reason: "night"))
        #expect(queue.pause()?.reason == "night")
        try queue.endPause()
        try queue.endPause()
        #expect(queue.pause() == nil)
        try Data("x".utf8).write(to: URL(filePath: queue.path).appending(path: "paused.json"))
        #expect(queue.pause()?.reason.contains("not JSON") == true)
    }
}
