package import Media

/// The SEI messages about the decoder's buffer in a stitched stream: buffering periods and picture timing that are
/// valid across all joints.
///
/// The encoder of a range cannot know how full the buffer is when its range begins, nor when the last period began. It
/// writes placeholder messages, which are replaced when the ranges are stitched, from the sizes of everything before. A
/// delay may need emulation prevention, so sizes change by a byte or two. Placeholders have the maximum size, so a
/// check of the film with them is slightly too strict.
///
/// For streams in which every picture lasts one tick of the clock, and in which every IDR picture begins a period.
package struct BufferSchedule: Sendable {
    /// The properties of an access unit that the schedule needs.
    package struct Unit: Sendable {
        /// Its bytes with lengths of four, including placeholders.
        package let byteCount: Int
        /// Its removal time, in ticks of the film.
        package let tick: Int64
        /// Whether it is an IDR picture, which begins a period.
        package let isIDR: Bool
        /// Whether later pictures may refer to it whatever is discarded: it is on level 0, and its own level refers to
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

    /// The parameters in the VUI.
    package let decoder: HypotheticalDecoder
    /// Pictures that may precede one in decode order and follow it in output order: the output delay of an IDR picture.
    package let reorderedPictures: Int

    private let setByteCount: Int
    private var buffer: DecoderBuffer
    private var units = 0
    private var lastPeriod: Int?
    private var lastNeeded: Int?

    /// Creates a schedule before the first access unit of the film; nil for sets that declare no usable delivery
    /// schedule for NAL units.
    ///
    /// - Parameter timescale: ticks of the film per second.
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

    /// The placeholders at the beginning of an IDR access unit, with lengths.
    package var placeholder: [UInt8] {
        Self.framed([
            BufferingPeriod(removalDelta: 1, delay: 0, offset: 0).message(decoder),
            PictureTiming(removalDelay: 1, outputDelay: reorderedPictures).message(decoder),
        ])
    }

    /// Takes the next access unit; for an IDR picture, returns the messages that replace the placeholders, with
    /// lengths.
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

    /// 90000 * CpbSize / BitRate, rounded down: the sum of delay and offset throughout the stream, and the time of a
    /// whole buffer.
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
