/// `chnl`: the speakers of the channels of an audio track (ISO/IEC 14496-12 12.2.4). It is written with one position
/// per channel, because numbered layouts have another channel order.
package struct ChannelLayoutBox: Box {
    /// `chnl`
    package static let type: FourCC = "chnl"
    /// The speaker of each channel: an OutputChannelPosition of ISO/IEC 23091-3.
    package var positions: [UInt8]

    /// Speakers by the bits of a mask of WAVEFORMATEXTENSIBLE, from bit 0.
    private static let speakers: [UInt8] = [0, 1, 2, 3, 8, 9, 6, 7, 10, 4, 5, 25, 17, 19, 18, 20, 22, 21]

    /// The layout of channels in the order of a mask; nil if the mask has a speaker without a position, or if their
    /// numbers differ.
    package init?(mask: UInt64, channelCount: Int) {
        guard mask.nonzeroBitCount == channelCount, channelCount > 0, mask >> Self.speakers.count == 0 else {
            return nil
        }
        positions = Self.speakers.indices.filter { mask >> $0 & 1 == 1 }.map { Self.speakers[$0] }
    }

    /// The mask in whose order the channels are; nil if there is none.
    package var mask: UInt64? {
        var mask: UInt64 = 0
        for position in positions {
            guard let bit = Self.speakers.firstIndex(of: position), mask >> bit == 0 else { return nil }
            mask |= 1 << bit
        }
        return mask
    }

    /// Reads the payload. Numbered layouts and object layouts are not supported.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        guard try reader.u8() == 1, try reader.u8() == 0 else {
            throw reader.damaged("it does not give a speaker position for each channel")
        }
        positions = reader.rest()
        guard !positions.contains(126) else { throw reader.damaged("a speaker position is given as an angle") }
    }

    /// Writes the payload: channels, no numbered layout, and a speaker for each.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u8(1)
        writer.u8(0)
        writer.append(positions)
    }
}
