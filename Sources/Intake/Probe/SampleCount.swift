/// The samples of an AVI's video, which carry no presentation times: the container counts them, and declares how many
/// there are in a second.
///
/// Nothing is guessed. The n-th sample of a stream lies n samples after its start, and the n-th picture that is
/// presented is shown there, however many of them a decoder takes before it gives the first one: so long as each sample
/// holds one picture, and none is left out. What libavformat calls the time of decoding is that count.
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

    /// When the pictures are presented, in their order; nil when samples are left out, or are not counted one by one.
    var ticks: [Int64]? {
        let isCounted = zip(decodeTicks, decodeTicks.dropFirst()).allSatisfy {
            $1.subtractingReportingOverflow($0) == (1, false)
        }
        return isCounted && !lacksTick ? decodeTicks : nil
    }
}
