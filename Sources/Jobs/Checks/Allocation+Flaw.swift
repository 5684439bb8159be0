import Media

extension Allocation: CheckedDocument {
    /// What is wrong with a decision that cannot be carried out; nil for every decision that a sound rate control
    /// makes.
    ///
    /// Looked at before it is published, because it binds from then on, and whenever it is read.
    package var flaw: String? {
        guard pass >= 1, wave >= 1 else { return "it is for pass \(pass), wave \(wave)" }
        guard zip(targets, targets.dropFirst()).allSatisfy({ $0.range < $1.range }), targets.first?.range ?? 0 >= 0
        else {
            return "its ranges are not in film order, each once"
        }
        for target in targets {
            let isRate =
                switch target.rate {
                case .constantRateFactor(let factor): (0...51).contains(factor)
                case .average(kilobitsPerSecond: let kilobits): (1...Int(Int32.max)).contains(kilobits)
                }
            guard isRate, (0...Self.mostBits).contains(target.targetBits ?? 0),
                (0...Self.mostBits).contains(target.aimBits ?? 0), target.tolerance >= 0,
                target.statisticsScale > 0, target.statisticsScale <= 1000
            else { return "the target of range \(target.range) is no rate" }
            guard (1...max(pass - 1, 1)).contains(target.statisticsPass) else {
                return "range \(target.range) is to be planned with pass \(target.statisticsPass)"
            }
        }
        return nil
    }

    /// The flaw of a decision as the end of its job.
    package func failure(of job: ResolvedJob) -> FarmError? {
        flaw.map { flaw in
            FarmError(
                .invalidDecision,
                attempted: "allocate the bits of pass \(pass), wave \(wave)",
                subject: "job \(job.name)",
                cause: flaw,
                remedy: "This is a fault of Granary. Please report it with the job directory."
            )
        }
    }
}
