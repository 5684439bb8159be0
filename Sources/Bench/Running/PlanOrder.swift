import Foundation
import Media
import Storage

/// A plan that is carried out by another process, on a node of a cluster: its instructions and its answers, through
/// a folder that both see.
package struct PlanOrder: Hashable, Sendable, Codable {
    /// What is to be done.
    let plan: BenchPlan
    /// Seconds that it may take.
    let timeLimitSeconds: Double

    /// What came of it.
    struct Answer: Hashable, Sendable, Codable {
        /// What it took; nil when it failed.
        var cost: BenchCost?
        /// Why it failed.
        var hole: BenchHole?
        /// Processor of the node and how many it used.
        var place: String
    }

    private static let name = "order.json"
    private static let answerName = "answer.json"

    /// Where the answer is found.
    static func answerPath(in folder: String) -> String { "\(folder)/\(answerName)" }

    /// Leaves the order in a folder.
    func write(in folder: String) throws {
        try? FileManager.default.removeItem(atPath: Self.answerPath(in: folder))
        try Publication.replaceDocument(try BenchCoding.bytes(of: self), as: Self.name, in: folder)
    }

    /// The answer in a folder; nil when there is none that can be read.
    static func answer(in folder: String) -> Answer? {
        FileManager.default.contents(atPath: answerPath(in: folder)).flatMap {
            try? BenchCoding.value(Answer.self, of: $0)
        }
    }

    /// Carries out the order of a folder here, and leaves the answer in it.
    ///
    /// - Throws: when there is no order, or the answer cannot be written; what fails of the plan is in the answer.
    package static func carryOut(in folder: String, stop: BenchStop = BenchStop()) throws {
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)"),
            var order = try? BenchCoding.value(PlanOrder.self, of: bytes)
        else {
            throw BenchError(
                .sourceNotFound,
                attempted: "carry out an encode of a benchmark",
                subject: folder,
                cause: "there is no order in it, or a damaged one",
                remedy: "the jobs folder must be seen by every node under one path"
            )
        }
        let machine = BenchMachine.current
        // Chunks keep the node's processors busy, however many the one has that plans them.
        if order.plan.lanes.count > 1 { order = order.width(machine.coreCount) }
        var answer = Answer(place: "\(machine.coreCount) cores of \(machine.processor)")
        do {
            let run = PlanRun(folder: folder, timeLimitSeconds: order.timeLimitSeconds, stop: stop)
            answer.cost = try run.run(order.plan)
        } catch {
            answer.hole = error as? BenchHole ?? BenchHole(.interrupted, "it was ended on its node")
        }
        try Publication.replaceDocument(try BenchCoding.bytes(of: answer), as: answerName, in: folder)
    }

    private func width(_ count: Int) -> PlanOrder {
        var plan = plan
        plan.width = max(1, count)
        return PlanOrder(plan: plan, timeLimitSeconds: timeLimitSeconds)
    }
}
