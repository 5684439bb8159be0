import RateModel
import Storage

extension FuzzTarget {
    /// x265's statistics: a line that is read is written as it was, and any lines at all have a rate curve.
    ///
    /// The first line holds x265's options.
    func readStatistics(_ input: [UInt8]) throws(BrokenProperty) {
        let lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        var statistics: [FrameStatistics] = []
        for line in lines.dropFirst() {
            if let read = FrameStatistics(avcStatsLine: line) {
                let plain = line.replacing("-0.00", with: "0.00")
                try check((read.avcStatsLine ?? "") == plain, "\"\(line)\" became \"\(read.avcStatsLine ?? "")\"")
            }
            guard let read = FrameStatistics(statsLine: line) else { continue }
            // x265 writes a zero with a minus sign, which it takes for the same number.
            let plain = line.replacing("-0.00", with: "0.00")
            try check(read.statsLine == plain, "\"\(line)\" became \"\(read.statsLine)\"")
            statistics.append(read)
        }
        let curve = RateCurve(statistics, optionsLine: String(lines.first ?? ""), frameSeconds: 1 / 24)
        try check(curve.bits.count == RateCurve.pointCount, "a curve has \(curve.bits.count) points")
        try check(
            curve.bits.allSatisfy { $0 > 0 && $0.isFinite }
                && zip(curve.bits, curve.bits.dropFirst()).allSatisfy { $0 >= $1 },
            "a curve rises, or has no number: \(curve.bits)"
        )
        try check((0...1).contains(curve.codedShare), "a share of \(curve.codedShare) was coded")
        let quantizer = curve.quantizer(forBits: 1000)
        try check((0...69).contains(quantizer), "1000 bits are planned at a quantiser of \(quantizer)")
    }
}
