import FFmpeg

/// Derives the presentation times of MPEG-1 and MPEG-2 pictures from their decoding order, if a container gives only
/// some of them. Program streams give only that of the first picture that begins in a packet.
///
/// Nothing is guessed. By H.262 6.1.1.11 a B picture is presented when it is decoded, and a reference picture when the
/// next reference picture is decoded. So decoding times without gaps determine all presentation times. Every time that
/// the container does give must agree with them, or all of them are rejected.
struct ReferenceOrder {
    /// A picture in the container.
    struct Picture: Hashable {
        /// When it is presented; nil if it has no timestamp.
        var presentationTick: Int64?
        /// When it is decoded; nil if unknown.
        var decodeTick: Int64?
        /// Ticks until the next one is decoded.
        var duration: Int64
        /// Whether no other picture refers to it (picture_coding_type, H.262 table 6-12); nil if it has no header.
        var isBidirectional: Bool?
    }

    /// The times of all pictures in their order; nil if they cannot be derived, or contradict a timestamp.
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

    /// Whether no other picture refers to the picture of a packet, by the picture header in it (H.262 6.2.3); nil if it
    /// has none.
    static func isBidirectional(_ packet: Packet) -> Bool? {
        packet.withBytes { bytes in
            guard bytes.count >= 6 else { return nil }
            for at in 0..<bytes.count - 5
            where bytes[at] == 0 && bytes[at + 1] == 0 && bytes[at + 2] == 1 && bytes[at + 3] == 0 {
                // The start code is followed by ten bits of temporal_reference and three of picture_coding_type: 1 I,
                // 2 P, 3 B.
                let type = bytes[at + 5] >> 3 & 7
                return (1...3).contains(type) ? type == 3 : nil
            }
            return nil
        }
    }
}
