package import Media

/// `tmcd`: how the frames of a track are numbered (Apple, QuickTime File Format, "Timecode Sample Description").
package struct TimecodeSampleEntry: Hashable, Sendable {
    /// Type of the entry.
    package static let format: FourCC = "tmcd"
    /// Drop-frame: numbers are skipped to match a rate such as 29.97 (flag 1).
    package var isDropFrame: Bool
    /// Ticks per second of `frameDuration`.
    package var timescale: UInt32
    /// Ticks per frame.
    package var frameDuration: UInt32
    /// Numbers per second.
    package var framesPerSecond: UInt8

    /// The format of a timecode.
    package init(_ timecode: Timecode) {
        isDropFrame = timecode.isDropFrame
        timescale = UInt32(clamping: timecode.rate.frames)
        frameDuration = UInt32(clamping: timecode.rate.seconds)
        framesPerSecond = UInt8(clamping: timecode.framesPerSecond)
    }

    /// Reads an entry.
    package init(_ entry: SampleDescriptionBox.Entry) throws(MovieError) {
        var reader = BoxReader(entry.format, entry.payload)
        try reader.skip(8 + 4)
        isDropFrame = try reader.u32() & 1 == 1
        timescale = try reader.u32()
        frameDuration = try reader.u32()
        framesPerSecond = try reader.u8()
    }

    /// The entry as bytes; numbers restart after 24 hours (flag 2).
    package var entry: SampleDescriptionBox.Entry {
        var writer = BoxWriter()
        writer.zeros(6)
        writer.u16(1)  // data_reference_index
        writer.zeros(4)
        writer.u32(isDropFrame ? 3 : 2)
        writer.u32(timescale)
        writer.u32(frameDuration)
        writer.u8(framesPerSecond)
        writer.u8(0)
        return SampleDescriptionBox.Entry(format: Self.format, payload: writer.bytes)
    }

    /// The one sample of a track: the number of its first frame.
    package static func sample(_ timecode: Timecode) -> [UInt8] {
        var writer = BoxWriter()
        writer.u32(timecode.firstFrame)
        return writer.bytes
    }
}
