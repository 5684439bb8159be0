import Foundation
import Media
import SlurmEngine

/// Runs a plan on an exclusive node of a cluster.
struct PlanErrand {
    /// Access to the cluster; its program must have the command `bench carry-out`.
    let access: SlurmAccess
    /// A folder of this encode that every node sees.
    let folder: String
    let timeLimitSeconds: Double
    let stop: BenchStop

    /// Makes the encode. Throws a hole if something fails, or `CancellationError`.
    ///
    /// - Returns: the cost on the node, without the time in the queue, and a remark that describes the node.
    func run(_ plan: BenchPlan) throws -> (cost: BenchCost, remark: String) {
        try PlanOrder(plan: plan, timeLimitSeconds: timeLimitSeconds).write(in: folder)
        do {
            try SlurmErrand(access).run(
                ["bench", "carry-out", folder],
                named: "granary-bench-\(UUID().uuidString.prefix(8).lowercased())",
                in: folder,
                answer: PlanOrder.answerPath(in: folder),
                isStopped: { stop.isRequested }
            )
        } catch let failure as SlurmErrand.Failure {
            throw BenchHole(.anchorFailed, "its node sent no answer: \(failure.cause)", commands: plan.lines)
        } catch let error as any ExplainedError {
            throw BenchHole(.anchorFailed, "the cluster did not accept its job: \(error.cause)", commands: plan.lines)
        }
        guard let answer = PlanOrder.answer(in: folder) else {
            throw BenchHole(.anchorFailed, "the answer of its node cannot be read", commands: plan.lines)
        }
        if let hole = answer.hole { throw hole }
        guard let cost = answer.cost else {
            throw BenchHole(.anchorFailed, "the answer of its node has no times", commands: plan.lines)
        }
        return (cost, "encoded on an exclusive node of the cluster: \(answer.place)")
    }
}
