/// `chan`: the speakers of the channels of an audio track in QuickTime (Apple, QuickTime File Format, "Audio Channel
/// Layout Atom"; the numbers are those of Core Audio's AudioChannelLayout). It is written as a bitmap.
package struct QuickTimeChannelLayoutBox: Box {
    /// `chan`
    package static let type: FourCC = "chan"
    /// kAudioChannelLayoutTag_UseChannelBitmap: the bitmap alone defines the layout.
    package static let bitmapTag: UInt32 = 1 << 16
    /// mChannelLayoutTag.
    package var tag: UInt32
    /// mChannelBitmap: the bits of WAVEFORMATEXTENSIBLE, which is also the channel order.
    package var bitmap: UInt32
    /// AudioChannelDescriptions, 20 bytes each.
    package var descriptions: [UInt8] = []

    /// The layout of channels in the order of a mask; nil if the bitmap cannot express it, or if their numbers differ.
    package init?(mask: UInt64, channelCount: Int) {
        guard mask.nonzeroBitCount == channelCount, channelCount > 0, mask < 1 << 18 else { return nil }
        tag = Self.bitmapTag
        bitmap = UInt32(mask)
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        tag = try reader.u32()
        bitmap = try reader.u32()
        let count = try reader.count(entryBytes: 20)
        descriptions = [UInt8](try reader.take(count * 20))
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(tag)
        writer.u32(bitmap)
        writer.u32(UInt32(descriptions.count / 20))
        writer.append(descriptions)
    }
}
