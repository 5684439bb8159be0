package import Media

/// The frame rate that an HEVC stream declares: the clock of its SPS (ISO/IEC 23008-2 E.3.1, vui_timing_info), or of
/// its VPS if the SPS has none (7.4.3.1).
///
///     var stated = StatedRate()
///     for accessUnit in stream { stated.add(annexB: accessUnit) }
///     let rate = try stated.settled()
///
/// A picture lasts one tick of the clock, unless the HRD parameters or the order counts give another number.
package struct StatedRate: Hashable, Sendable {
    /// Why the declared rate cannot be used to time pictures.
    package enum Obstacle: Error, Hashable, Sendable {
        /// Some pictures are fields (field_seq_flag, pic_struct 1 to 6 and 9 to 12).
        case fields
        /// Some pictures are shown two or three times (pic_struct 7 and 8).
        case repeated
        /// A later sequence declares another rate; nil if it declares none.
        case changes(from: FrameRate, to: FrameRate?)
    }

    /// The rate that the first sequence declares; nil if it declares no frame rate.
    package private(set) var rate: FrameRate?
    private var hasSequence = false
    private var obstacle: Obstacle?
    private var hasFieldInformation = false
    private var videoTimings: [UInt8: CodedTiming] = [:]

    /// Plausible frame rates: otherwise the clock does not count pictures.
    private static let plausible = 1.0...1000.0
    /// pic_timing (D.2.3).
    private static let pictureTimingType = PictureTiming.payloadType

    /// Starts without a rate.
    package init() {}

    /// Takes the NAL units before the first slice of an access unit, or parameter sets alone.
    package mutating func add(annexB stream: RawSpan) {
        for range in NALUnitFraming.leadingUnitsOfAnnexB(stream) { add(unit: stream.extracting(range)) }
    }

    /// The rate of the whole stream; nil if it declares none.
    package func settled() throws(Obstacle) -> FrameRate? {
        guard let rate else { return nil }
        if let obstacle { throw obstacle }
        return rate
    }

    private mutating func add(unit: RawSpan) {
        guard let header = try? NALUnitHeader(unit), header.layerID == 0 else { return }
        switch header.type {
        case .vps:
            guard let set = try? VideoParameterSet(unit: unit) else { return }
            videoTimings[set.id] = set.timing
        case .sps:
            guard let set = try? SequenceParameterSet(unit: unit) else { return }
            add(set)
        case .prefixSEI where hasFieldInformation:
            let messages = (try? SupplementalMessage.messages(inUnit: unit)) ?? []
            for message in messages where message.payloadType == Self.pictureTimingType {
                // pic_struct comes first (Table D.2).
                switch message.payload.first.map({ $0 >> 4 }) {
                case 1, 2, 3, 4, 5, 6, 9, 10, 11, 12: obstacle = obstacle ?? .fields
                case 7, 8: obstacle = obstacle ?? .repeated
                default: break
                }
            }
        default: break
        }
    }

    private mutating func add(_ set: SequenceParameterSet) {
        hasFieldInformation = set.usability?.hasFieldInformation == true
        if set.usability?.isFieldSequence == true { obstacle = obstacle ?? .fields }
        let timing = set.usability?.timing ?? videoTimings[set.videoParameterSetID]
        let ticks = set.usability?.hypotheticalDecoder?.ticksPerPicture ?? timing?.orderCountTicks.map(Int.init) ?? 1
        let found = timing.flatMap { Self.rate($0, ticks: ticks) }
        if !hasSequence {
            (hasSequence, rate) = (true, found)
        } else if let rate, found != rate {
            obstacle = obstacle ?? .changes(from: rate, to: found)
        }
    }

    private static func rate(_ timing: CodedTiming, ticks: Int) -> FrameRate? {
        let (frames, seconds) = (UInt64(timing.timescale), UInt64(timing.unitsInTick) * UInt64(ticks))
        guard frames > 0, seconds > 0, plausible.contains(Double(frames) / Double(seconds)) else { return nil }
        let divisor = greatestCommonDivisor(frames, seconds)
        guard let whole = Int32(exactly: frames / divisor), let parts = Int32(exactly: seconds / divisor) else {
            return nil
        }
        return FrameRate(frames: whole, seconds: parts)
    }
}
