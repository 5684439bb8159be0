import Foundation
import Media
import SlurmEngine

/// Has a node of a cluster carry out a plan, alone on it.
struct PlanErrand {
    /// How the cluster is made use of; its program understands `bench carry-out`.
    let access: SlurmAccess
    /// A folder that every node sees, of this encode's own.
    let folder: String
    let timeLimitSeconds: Double
    let stop: BenchStop

    /// Makes the encode. Throws the hole of what failed, or `CancellationError`.
    ///
    /// - Returns: what it took on the node, the time in the queue apart, and what is to be known of the node.
    func run(_ plan: BenchPlan) throws -> (cost: BenchCost, remark: String) {
        try PlanOrder(plan: plan, timeLimitSeconds: timeLimitSeconds).write(in: folder)
        do {
            try SlurmErrand(access).run(
                ["bench", "carry-out", folder],
                named: "granary-bench-\(UUID().uuidString.prefix(8).lowercased())",
                in: folder,
                answer: PlanOrder.answerPath(in: folder),
                isStopped: { stop.isAsked }
            )
        } catch let failure as SlurmErrand.Failure {
            throw BenchHole(.anchorFailed, "no node carried it out: \(failure.cause)", commands: plan.lines)
        } catch let error as any ExplainedError {
            throw BenchHole(.anchorFailed, "the cluster did not take it: \(error.cause)", commands: plan.lines)
        }
        guard let answer = PlanOrder.answer(in: folder) else {
            throw BenchHole(.anchorFailed, "what its node answered cannot be read", commands: plan.lines)
        }
        if let hole = answer.hole { throw hole }
        guard let cost = answer.cost else {
            throw BenchHole(.anchorFailed, "its node says nothing of what it took", commands: plan.lines)
        }
        return (cost, "encoded on a node of the cluster, alone on it: \(answer.place)")
    }
}
