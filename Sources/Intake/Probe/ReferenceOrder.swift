import CFFmpeg

/// The presentation times of MPEG-1 and MPEG-2 pictures in the order of decoding, where a container stamps only some of
/// them: program streams stamp the first picture that begins in a packet, and no other.
///
/// Nothing is guessed. By H.262 6.1.1.11 a B picture is presented when it is decoded, and a reference picture when the
/// next reference picture is: so the times of decoding, which go on without a gap, tell them all. Every time that the
/// container does stamp must be the one that follows from this, or none of them is believed.
struct ReferenceOrder {
    /// A picture as the container has it.
    struct Picture: Hashable {
        /// When it is presented; nil when it is not stamped.
        var presentationTick: Int64?
        /// When it is decoded; nil when nothing tells.
        var decodeTick: Int64?
        /// Ticks until the next one is decoded.
        var duration: Int64
        /// Whether no other picture refers to it (picture_coding_type, H.262 table 6-12); nil when it has no header.
        var isBidirectional: Bool?
    }

    /// The times of all pictures in their order; nil when they do not follow, or contradict one that is stamped.
    static func presentationTicks(_ pictures: [Picture]) -> [Int64]? {
        var ticks: [Int64] = []
        ticks.reserveCapacity(pictures.count)
        var waiting: Int?
        var next: Int64?
        for (index, picture) in pictures.enumerated() {
            guard let tick = picture.decodeTick, let isBidirectional = picture.isBidirectional, picture.duration > 0,
                next.map({ $0 == tick }) ?? true
            else { return nil }
            let (end, overflow) = tick.addingReportingOverflow(picture.duration)
            guard !overflow else { return nil }
            next = end
            ticks.append(tick)
            guard !isBidirectional else { continue }
            if let waiting { ticks[waiting] = tick }
            waiting = index
        }
        guard let waiting, let next else { return nil }
        ticks[waiting] = next
        let isStampedAlike = zip(pictures, ticks).allSatisfy { $0.presentationTick ?? $1 == $1 }
        return isStampedAlike && pictures.contains { $0.presentationTick != nil } ? ticks : nil
    }

    /// Whether a packet's picture is one that no other refers to, by the picture header in it (H.262 6.2.3); nil when
    /// it has none.
    @unsafe static func isBidirectional(_ packet: UnsafePointer<AVPacket>) -> Bool? {
        guard let data = unsafe packet.pointee.data, unsafe packet.pointee.size >= 6 else { return nil }
        // Safe: a packet has the size that stands beside its data.
        let bytes = unsafe UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
        for at in 0..<bytes.count - 5
        where unsafe bytes[at] == 0 && bytes[at + 1] == 0 && bytes[at + 2] == 1 && bytes[at + 3] == 0 {
            // Behind the start code stand ten bits of temporal_reference, then three of picture_coding_type: 1 I, 2 P,
            // 3 B.
            let type = unsafe bytes[at + 5] >> 3 & 7
            return (1...3).contains(type) ? type == 3 : nil
        }
        return nil
    }
}
