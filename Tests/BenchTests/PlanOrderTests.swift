import Foundation
import Media
import TestSupport
import Testing

@testable import Bench

@Suite("Encodes on a node of a cluster", .temporaryFolder)
struct PlanOrderTests {
    private var folder: String { TemporaryFolder.current.path }

    private func plan(_ program: String, _ words: [String]) throws -> BenchPlan {
        let tool = try #require(Tool(program)).url.path
        var plan = BenchPlan(
            [[BenchCommand(tool, words)]],
            output: "\(folder)/out",
            form: .job(folder: "\(folder)/jobs")
        )
        plan.accepted = [0, 3]
        return plan
    }

    @Test("an order in a folder is carried out, and its answer has the cost")
    func answers() throws {
        let order = PlanOrder(plan: try plan("cp", ["/etc/hostname", "\(folder)/out"]), timeLimitSeconds: 60)
        try order.write(in: folder)
        #expect(PlanOrder.answer(in: folder) == nil)
        try PlanOrder.carryOut(in: folder)
        let answer = try #require(PlanOrder.answer(in: folder))
        #expect(answer.hole == nil && answer.place.contains("cores of"))
        #expect(try #require(answer.cost).wallSeconds > 0)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/out"))
        // A new order removes the old answer.
        try order.write(in: folder)
        #expect(PlanOrder.answer(in: folder) == nil)
    }

    @Test("a failure on the node makes the same hole as on this machine")
    func failure() throws {
        let failing = try plan("cat", ["\(folder)/nothing"])
        try PlanOrder(plan: failing, timeLimitSeconds: 60).write(in: folder)
        try PlanOrder.carryOut(in: folder)
        let hole = try #require(PlanOrder.answer(in: folder)?.hole)
        #expect(hole.reason == .anchorFailed && hole.commands == failing.lines)
    }

    @Test("a folder without an order is an error")
    func nothing() throws {
        let error = #expect(throws: BenchError.self) { try PlanOrder.carryOut(in: folder) }
        #expect(error?.remedy.contains("every node") == true)
    }
}
