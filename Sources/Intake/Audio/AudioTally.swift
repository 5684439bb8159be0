import FFmpeg
import Media

/// Sums over the packets of an audio track.
struct AudioTally {
    private let timescale: Int32
    private let timeBase: Ratio
    private let hasExactDurations: Bool

    /// Number of packets.
    private(set) var packetCount = 0
    /// Ticks of all packets.
    private(set) var duration: Int64 = 0
    /// The first packet's tick in the container's time base.
    private(set) var firstTick: Int64?
    /// The first packet.
    private(set) var firstPacket: [UInt8] = []
    /// Samples to leave out at the start.
    private(set) var skippedSamples = 0
    /// Samples to leave out at the end.
    private(set) var droppedSamples = 0
    /// Why the packets cannot be copied one after the other; nil if they can.
    private(set) var obstacle: String?

    private var byteCount: Int64 = 0
    /// Packets that start within the last second, with their ticks and sizes in bytes.
    private var window: [(tick: Int64, byteCount: Int)] = []
    private var windowStart = 0
    private var windowBytes = 0
    private var maximumBytes = 0

    /// Creates an empty tally.
    init(source: AudioPacketSource) {
        timescale = source.timescale
        timeBase = source.timeBase
        hasExactDurations = source.hasExactDurations
    }

    /// Adds the next packet. `bytes` is called for the first packet only.
    mutating func add(_ entry: AudioPacketSource.Entry, byteCount: Int, bytes: () -> [UInt8]) {
        if packetCount == 0 {
            firstTick = entry.facts.presentationTick
            firstPacket = bytes()
            skippedSamples = entry.facts.skippedSamples
        } else if !hasExactDurations {
            checkContinuity(entry.facts)
        }
        droppedSamples = entry.facts.droppedSamples
        // MP4 stores the duration of a packet in 32 bits.
        let isPossible = (1...Int64(UInt32.max)).contains(entry.duration)
        if !isPossible { obstacle = obstacle ?? "packet \(packetCount) has no duration that MP4 can hold" }
        slide(to: duration, byteCount: byteCount)
        packetCount += 1
        duration += isPossible ? entry.duration : 0
        self.byteCount += Int64(byteCount)
    }

    /// Bits in the busiest second; for a shorter track, its average.
    var maximumBitRate: Int { max(maximumBytes * 8, averageBitRate) }

    /// Bits per second over the whole track; 0 if unknown or more than fit in 32 bits, as in `esds`.
    var averageBitRate: Int {
        guard duration > 0 else { return 0 }
        let rate = (Double(byteCount) * 8 * Double(timescale) / Double(duration)).rounded()
        return UInt32(exactly: rate).map(Int.init) ?? 0
    }

    /// Copied packets follow one another without a gap, so a source with a gap would lose its lip sync.
    private mutating func checkContinuity(_ facts: PacketFacts) {
        guard obstacle == nil, let firstTick, let tick = facts.presentationTick, timeBase.isPositive else { return }
        let expected = Double(duration) / Double(timescale)
        // In floating point, because two ticks that a container claims may differ by more than 64 bits hold.
        let found = (Double(tick) - Double(firstTick)) * Double(timeBase.numerator) / Double(timeBase.denominator)
        let rounding = 2 * Double(timeBase.numerator) / Double(timeBase.denominator)
        let halfFrame = expected / Double(max(packetCount, 1)) / 2
        if abs(found - expected) > max(rounding, halfFrame) {
            let place = (found * 1000).rounded()
            obstacle = "its packets have a gap or an overlap \(Int64(exactly: place) ?? .max) ms after its start"
        }
    }

    private mutating func slide(to tick: Int64, byteCount: Int) {
        window.append((tick, byteCount))
        windowBytes += byteCount
        while window[windowStart].tick <= tick - Int64(timescale) {
            windowBytes -= window[windowStart].byteCount
            windowStart += 1
        }
        if windowStart > 1024 {
            window.removeFirst(windowStart)
            windowStart = 0
        }
        maximumBytes = max(maximumBytes, windowBytes)
    }
}
