import Media

extension Allocation: CheckedDocument {
    /// What is wrong with an allocation that cannot be carried out; nil for every allocation that a correct rate
    /// control makes.
    ///
    /// Checked before an allocation is published, because it is binding from then on, and whenever one is read.
    package var flaw: String? {
        guard pass >= 1, wave >= 1 else { return "it is for pass \(pass), wave \(wave)" }
        guard zip(targets, targets.dropFirst()).allSatisfy({ $0.range < $1.range }), targets.first?.range ?? 0 >= 0
        else {
            return "its ranges are out of film order, or one appears twice"
        }
        for target in targets {
            let isRate =
                switch target.rate {
                case .constantRateFactor(let factor): (0...51).contains(factor)
                case .average(kilobitsPerSecond: let kilobits): (1...Int(Int32.max)).contains(kilobits)
                case nil: true
                }
            guard isRate, (0...Self.mostBits).contains(target.targetBits ?? 0) else {
                return "the target of range \(target.range) is invalid"
            }
            guard let fed = target.fed else { continue }
            guard (0...Self.mostBits).contains(fed.aimBits ?? 0), fed.tolerance >= 0, fed.statisticsScale > 0,
                fed.statisticsScale <= 1000
            else { return "the target of range \(target.range) is invalid" }
            guard !fed.keepsQuantizers || fed.statisticsPass > 1 else {
                return "range \(target.range) keeps the quantisers of its analysis"
            }
            guard (1...max(pass - 1, 1)).contains(fed.statisticsPass) else {
                return "range \(target.range) uses the statistics of pass \(fed.statisticsPass), not an earlier one"
            }
        }
        return nil
    }

    /// The flaw as an error that ends the job; nil without a flaw.
    package func failure(of job: ResolvedJob) -> FarmError? {
        flaw.map { flaw in
            FarmError(
                .invalidDecision,
                attempted: "allocate the bits of pass \(pass), wave \(wave)",
                subject: "job \(job.name)",
                cause: flaw,
                remedy: "This is a bug in Granary. Please report it and attach the job directory."
            )
        }
    }
}
