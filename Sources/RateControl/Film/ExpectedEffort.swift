import RateModel

/// How long encodes are expected to take, relative to each other: what units are ordered and samples are chosen by.
///
/// x265 spends its time on what it does not skip, on bits, and a little on every picture. Unit is the luma sample of a
/// picture; it means nothing beyond comparisons. Measured with x265 4.1 at medium, 1280x720, one thread, on 18 encodes
/// of 400 to 3200 kbit/s: 8 ns a sample, 158 ns a sample that the analysis coded, 0.31 µs a bit. This predicts times
/// to 7 % (standard deviation), pictures and bits alone to 15 %.
package struct ExpectedEffort {
    private static let samplesPerBit = RateModelParameters.standard.scale.samplesPerBit
    private static let samplesPerCodedSample = RateModelParameters.standard.scale.samplesPerCodedSample

    private let samplesPerFrame: Double

    /// Creates a value.
    package init(samplesPerFrame: Double) {
        self.samplesPerFrame = samplesPerFrame
    }

    /// Expectations of encodes with these settings.
    package init(pictureSamples: Int) { samplesPerFrame = Double(pictureSamples) }

    /// What a range of so many frames costs when it comes to so many bits; nil bits are taken to be few.
    ///
    /// - Parameter codedShare: share of the pictures that the analysis did not skip; nil where none is known.
    package func effort(frames: Int, bits: Int?, codedShare: Double?) -> Double {
        Double(frames) * samplesPerFrame * (1 + Self.samplesPerCodedSample * (codedShare ?? 0))
            + Double(bits ?? 0) * Self.samplesPerBit
    }

    /// How long workers are busy with some encodes, the longest first, from the first start to the last end.
    package static func duration(of efforts: some Sequence<Double>, workers: Int) -> Double {
        var busyUntil = [Double](repeating: 0, count: max(workers, 1))
        for effort in efforts.sorted(by: >) {
            var next = 0
            for worker in busyUntil.indices where busyUntil[worker] < busyUntil[next] { next = worker }
            busyUntil[next] += effort
        }
        return busyUntil.max() ?? 0
    }
}
