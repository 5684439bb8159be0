/// `tkhd`: the properties of a track in the movie (ISO/IEC 14496-12 8.3.2).
package struct TrackHeaderBox: Box {
    /// `tkhd`
    package static let type: FourCC = "tkhd"
    /// Track_enabled, 0x1: played by default.
    package var isEnabled: Bool
    /// ID of the track, at least 1.
    package var trackID: UInt32
    /// Duration of the track with its edits, in ticks of the movie timescale; all ones if unknown.
    package var duration: UInt64
    /// Tracks of one non-zero group are alternatives of one another.
    package var alternateGroup: Int16
    /// Volume, 8.8 fixed point: 0x100 for audio, 0 for all others.
    package var volume: Int16
    /// How pictures are rotated and moved.
    package var matrix: TransformationMatrix
    /// Width of the shown picture before the matrix, 16.16 fixed point.
    package var width: UInt32
    /// Height of the shown picture before the matrix, 16.16 fixed point.
    package var height: UInt32

    /// Creates a track header.
    package init(
        isEnabled: Bool = true,
        trackID: UInt32,
        duration: UInt64,
        alternateGroup: Int16 = 0,
        volume: Int16 = 0,
        matrix: TransformationMatrix = .identity,
        width: UInt32 = 0,
        height: UInt32 = 0
    ) {
        self.isEnabled = isEnabled
        self.trackID = trackID
        self.duration = duration
        self.alternateGroup = alternateGroup
        self.volume = volume
        self.matrix = matrix
        self.width = width
        self.height = height
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let (version, flags) = try reader.fullBox(maximumVersion: 1)
        isEnabled = flags & 1 == 1
        try reader.skip(version == 1 ? 16 : 8)
        trackID = try reader.u32()
        try reader.skip(4)
        duration = version == 1 ? try reader.u64() : UInt64(try reader.u32())
        try reader.skip(8 + 2)
        alternateGroup = try reader.s16()
        volume = try reader.s16()
        try reader.skip(2)
        matrix = try TransformationMatrix(from: &reader)
        width = try reader.u32()
        height = try reader.u32()
    }

    /// Writes the payload, in version 1 only if the duration needs it. Every track is in the movie (flag 0x2).
    package func write(to writer: inout BoxWriter) {
        let isLarge = duration > UInt64(UInt32.max)
        writer.fullBox(version: isLarge ? 1 : 0, flags: isEnabled ? 3 : 2)
        writer.zeros(isLarge ? 16 : 8)
        writer.u32(trackID)
        writer.zeros(4)
        if isLarge { writer.u64(duration) } else { writer.u32(UInt32(duration)) }
        writer.zeros(8 + 2)
        writer.s16(alternateGroup)
        writer.s16(volume)
        writer.zeros(2)
        matrix.write(to: &writer)
        writer.u32(width)
        writer.u32(height)
    }
}
