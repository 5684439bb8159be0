/// Counts the samples of an AVI's video, which have no presentation times: the container numbers them and declares how
/// many there are per second.
///
/// Nothing is guessed. The n-th sample of a stream is n samples after its start, and the n-th picture in presentation
/// order is shown there, whatever the delay of the decoder. This requires that each sample holds one picture and that
/// none is left out. libavformat returns that count as the decoding time.
struct SampleCount {
    private var decodeTicks: [Int64] = []
    private var lacksTick = false
    /// Whether one of them has no presentation time.
    private(set) var areUnstamped = false

    /// Notes the next sample of the stream.
    mutating func add(presentationTick: Int64?, decodeTick: Int64?) {
        if presentationTick == nil { areUnstamped = true }
        guard let tick = decodeTick else {
            lacksTick = true
            return
        }
        decodeTicks.append(tick)
    }

    /// When the pictures are presented, in their order; nil if samples are left out or not counted one by one.
    var ticks: [Int64]? {
        let isCounted = zip(decodeTicks, decodeTicks.dropFirst()).allSatisfy {
            $1.subtractingReportingOverflow($0) == (1, false)
        }
        return isCounted && !lacksTick ? decodeTicks : nil
    }
}
