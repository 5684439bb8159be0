package import Media

/// What the SEI of a stitched stream says of the decoder's buffer: buffering periods and picture timing that hold over
/// all seams.
///
/// An encoder of a range cannot know how full the buffer is when its range begins, nor when the last period began. It
/// writes messages that hold the places, and they are replaced when the ranges are put together, from the sizes of all
/// that comes before. As a delay may ask for emulation prevention, sizes change by a byte or two; what holds the places
/// is the longest that there may be, so whoever judged the film with it judged it too severely by that.
///
/// For streams in which every picture takes one tick of the clock, and in which every IDR picture begins a period.
package struct BufferSchedule: Sendable {
    /// An access unit as far as the schedule needs to know it.
    package struct Unit: Sendable {
        /// Its bytes behind lengths of four, with what holds the places.
        package let byteCount: Int
        /// When it is removed, in ticks of the film.
        package let tick: Int64
        /// Whether it is an IDR picture, which begins a period.
        package let isIDR: Bool
        /// Whether pictures after it may need it whatever is discarded: it lies on level 0, and its own level refers to
        /// it.
        package let isNeeded: Bool

        /// Creates a description.
        package init(byteCount: Int, tick: Int64, isIDR: Bool, isNeeded: Bool) {
            self.byteCount = byteCount
            self.tick = tick
            self.isIDR = isIDR
            self.isNeeded = isNeeded
        }
    }

    /// What is declared in the VUI.
    package let decoder: HypotheticalDecoder
    /// Pictures that may come before one in decode order and behind it in output order: the output delay of an IDR
    /// picture.
    package let reorderedPictures: Int

    private let setByteCount: Int
    private var buffer: DecoderBuffer
    private var units = 0
    private var lastPeriod: Int?
    private var lastNeeded: Int?

    /// Creates a schedule before the film's first unit; nil for sets that declare no delivery by NAL units that can be
    /// followed.
    ///
    /// - Parameter timescale: ticks of the film in a second.
    package init?(_ sets: ParameterSets, timescale: Int32) throws(BitstreamError) {
        let sequence = try sets.sps.withRawSpan(SequenceParameterSet.init)
        guard let decoder = sequence.usability?.hypotheticalDecoder, let limits = decoder.deliveries.last?.first?.limits
        else {
            return nil
        }
        self.decoder = decoder
        reorderedPictures = Self.reorderedPictures(sequence)
        setByteCount = sets.byteStreamCount
        buffer = DecoderBuffer(limits, timescale: timescale)
    }

    /// The output delay of an IDR picture, in ticks.
    package static func reorderedPictures(_ sequence: SequenceParameterSet) -> Int {
        let layers = sequence.subLayerDescription
        return layers.ordering(upTo: layers.count - 1)?.reorderedPictures ?? 0
    }

    /// What holds the places at the beginning of an IDR access unit, behind lengths.
    package var placeholder: [UInt8] {
        Self.framed([
            BufferingPeriod(removalDelta: 1, delay: 0, offset: 0).message(decoder),
            PictureTiming(removalDelay: 1, outputDelay: reorderedPictures).message(decoder),
        ])
    }

    /// Takes the next unit; for an IDR picture, returns the messages that take the places, behind lengths.
    package mutating func take(_ unit: Unit) -> [UInt8]? {
        defer {
            if unit.isNeeded { lastNeeded = units }
            if unit.isIDR { lastPeriod = units }
            units += 1
        }
        guard unit.isIDR else {
            buffer.remove(bits: unit.byteCount * 8, at: unit.tick)
            return nil
        }
        let delay = max(min(buffer.delay(at: unit.tick), longestDelay), 1)
        let messages = Self.framed([
            BufferingPeriod(
                removalDelta: lastNeeded.map { units - $0 } ?? 1,
                delay: delay,
                offset: longestDelay - min(delay, longestDelay)
            )
            .message(decoder),
            PictureTiming(removalDelay: lastPeriod.map { units - $0 } ?? 1, outputDelay: reorderedPictures).message(
                decoder
            ),
        ])
        buffer.beginPeriod(at: unit.tick, delay: delay)
        buffer.remove(bits: (unit.byteCount - placeholder.count + messages.count + setByteCount) * 8, at: unit.tick)
        return messages
    }

    /// 90000 * CpbSize / BitRate, rounded down: the sum of delay and offset in all of the stream, and a whole buffer's
    /// time.
    package var longestDelay: Int { Self.longestDelay(buffer.limits) }

    /// The same for any limits.
    package static func longestDelay(_ limits: BufferLimits) -> Int {
        max(limits.bufferBits * DecoderBuffer.delayClock / limits.bitsPerSecond, 1)
    }

    private static func framed(_ messages: [SupplementalMessage]) -> [UInt8] {
        var bytes: [UInt8] = []
        for message in messages {
            SupplementalMessage.unit([message]).withRawSpan { NALUnitFraming.appendUnit($0, to: &bytes) }
        }
        return bytes
    }
}
