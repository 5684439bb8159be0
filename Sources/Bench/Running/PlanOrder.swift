import Foundation
import Media
import Storage

/// A plan that another process runs on a node of a cluster. Order and answer are files in a folder that both see.
package struct PlanOrder: Hashable, Sendable, Codable {
    /// The plan to run.
    let plan: BenchPlan
    /// Largest number of seconds that it may take.
    let timeLimitSeconds: Double

    /// The answer to an order.
    struct Answer: Hashable, Sendable, Codable {
        /// Its cost; nil if it failed.
        var cost: BenchCost?
        /// Why it failed; nil if it did not.
        var hole: BenchHole?
        /// The number of cores that it could use, and the processor of the node.
        var place: String
    }

    private static let name = "order.json"
    private static let answerName = "answer.json"

    /// Path of the answer.
    static func answerPath(in folder: String) -> String { "\(folder)/\(answerName)" }

    /// Writes the order to a folder.
    func write(in folder: String) throws {
        try? FileManager.default.removeItem(atPath: Self.answerPath(in: folder))
        try Publication.replaceDocument(try BenchCoding.bytes(of: self), as: Self.name, in: folder)
    }

    /// The answer in a folder; nil if there is none or it cannot be read.
    static func answer(in folder: String) -> Answer? {
        FileManager.default.contents(atPath: answerPath(in: folder)).flatMap {
            try? BenchCoding.value(Answer.self, of: $0)
        }
    }

    /// Runs the plan of a folder's order here, and writes the answer to the folder.
    ///
    /// - Throws: if there is no order, or the answer cannot be written. The answer has the failure of a plan.
    package static func carryOut(in folder: String, stop: BenchStop = BenchStop()) throws {
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)"),
            var order = try? BenchCoding.value(PlanOrder.self, of: bytes)
        else {
            throw BenchError(
                .sourceNotFound,
                attempted: "run the encode of a benchmark",
                subject: folder,
                cause: "its order file is missing or damaged",
                remedy: "every node must see the jobs folder under the same path"
            )
        }
        let machine = BenchMachine.current
        // As many chunks at once as this node has cores; the machine that planned them may have another number.
        if order.plan.sequences.count > 1 { order = order.width(machine.coreCount) }
        var answer = Answer(place: "\(machine.coreCount) cores of \(machine.processor)")
        do {
            let run = PlanRun(folder: folder, timeLimitSeconds: order.timeLimitSeconds, stop: stop)
            answer.cost = try run.run(order.plan)
        } catch {
            answer.hole = error as? BenchHole ?? BenchHole(.interrupted, "it was stopped on its node")
        }
        try Publication.replaceDocument(try BenchCoding.bytes(of: answer), as: answerName, in: folder)
    }

    private func width(_ count: Int) -> PlanOrder {
        var plan = plan
        plan.width = max(1, count)
        return PlanOrder(plan: plan, timeLimitSeconds: timeLimitSeconds)
    }
}
