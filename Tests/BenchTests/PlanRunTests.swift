import Foundation
import TestSupport
import Testing

@testable import Bench

@Suite("Commands of a benchmark", .temporaryFolder)
struct PlanRunTests {
    private func run(_ plan: BenchPlan, limit: Double = 60, stop: BenchStop = BenchStop()) throws -> BenchCost {
        try PlanRun(folder: TemporaryFolder.current.path, timeLimitSeconds: limit, stop: stop).run(plan)
    }

    private func path(_ name: String) -> String { TemporaryFolder.current.appending(path: name).path }

    private func tool(_ name: String) throws -> String { try #require(Tool(name)).url.path }

    @Test("Commands are connected by pipes, and arguments are passed unchanged")
    func pipes() throws {
        let output = path("out")
        let words = "a  b; $(date) 'c'"
        let plan = BenchPlan(
            [[BenchCommand(try tool("echo"), [words]), BenchCommand(try tool("tee"), [output])]],
            output: output
        )
        let cost = try run(plan)
        #expect(try String(contentsOfFile: output, encoding: .utf8) == words + "\n")
        #expect(cost.wallSeconds > 0 && cost.peakMemoryBytes > 0)
    }

    @Test("Pieces are joined in order, whichever is finished first")
    func pieces() throws {
        var plan = BenchPlan([], output: path("joined"))
        plan.sequences = try (0..<5).map { index in
            [
                [BenchCommand(try tool("sleep"), ["0.0\(5 - index)"])],
                [
                    BenchCommand(try tool("echo"), ["\(index)"]),
                    BenchCommand(try tool("tee"), [path("piece-\(index)")]),
                ],
            ]
        }
        plan.pieces = (0..<5).map { path("piece-\($0)") }
        plan.width = 3
        _ = try run(plan)
        #expect(try String(contentsOfFile: plan.output, encoding: .utf8) == "0\n1\n2\n3\n4\n")
    }

    @Test("A command that fails makes a hole with its last output, and its reader is not blamed")
    func failure() throws {
        let plan = BenchPlan(
            [[BenchCommand(try tool("cat"), [path("nothing")]), BenchCommand(try tool("cat"), [])]],
            output: path("out")
        )
        let hole = try #require(throws: BenchHole.self) { try run(plan) }
        #expect(hole.reason == .anchorFailed && hole.story.hasPrefix("cat ended with exit code 1"))
        #expect(hole.story.contains("nothing") && hole.commands.count == 2)
    }

    @Test("A writer whose reader has ended is not blamed")
    func brokenPipe() throws {
        let plan = BenchPlan(
            [[BenchCommand(try tool("yes"), []), BenchCommand(try tool("false"), [])]],
            output: path("out")
        )
        let hole = try #require(throws: BenchHole.self) { try run(plan) }
        #expect(hole.story.hasPrefix("false ended with exit code 1"))
    }

    @Test("Commands that take too long are all killed")
    func timeLimit() throws {
        let plan = BenchPlan(
            [[BenchCommand(try tool("sleep"), ["600"]), BenchCommand(try tool("sleep"), ["600"])]],
            output: path("out")
        )
        let hole = try #require(throws: BenchHole.self) { try run(plan, limit: 0.2) }
        #expect(hole.reason == .anchorTimedOut)
    }

    @Test("A request to stop kills the running commands")
    func stopping() throws {
        let stop = BenchStop()
        stop.request()
        let plan = BenchPlan([[BenchCommand(try tool("sleep"), ["600"])]], output: path("out"))
        #expect(throws: CancellationError.self) { try run(plan, stop: stop) }
    }

    @Test("A program that cannot be started makes a hole")
    func notStarted() throws {
        let plan = BenchPlan([[BenchCommand("/nonexistent/program", [])]], output: path("out"))
        let hole = try #require(throws: BenchHole.self) { try run(plan) }
        #expect(hole.story.contains("/nonexistent/program could not be started"))
    }
}
