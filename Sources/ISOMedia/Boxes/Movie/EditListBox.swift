/// `elst`: the stretches of the media that are presented, and when (ISO/IEC 14496-12 8.6.6).
package struct EditListBox: Box, Encodable {
    /// One edit.
    package struct Edit: Hashable, Sendable, Encodable {
        /// Duration in ticks of the movie's timescale.
        package var duration: UInt64
        /// First presented tick of the media, in composition time; -1 for an empty edit, during which nothing is
        /// presented.
        package var mediaTime: Int64
        /// Speed, 16.16 fixed point; 1.0 except for dwells.
        package var rate: Int32

        /// Creates an edit.
        package init(duration: UInt64, mediaTime: Int64, rate: Int32 = 0x10000) {
            self.duration = duration
            self.mediaTime = mediaTime
            self.rate = rate
        }

        /// Whether nothing is presented.
        package var isEmpty: Bool { mediaTime == -1 }
    }

    /// `elst`
    package static let type: FourCC = "elst"
    /// The edits, one after the other.
    package var edits: [Edit]

    /// Creates an edit list.
    package init(edits: [Edit]) { self.edits = edits }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let isLarge = try reader.fullBox(maximumVersion: 1).version == 1
        let count = try reader.count(entryBytes: isLarge ? 20 : 12)
        edits = []
        edits.reserveCapacity(count)
        for _ in 0..<count {
            let duration = isLarge ? try reader.u64() : UInt64(try reader.u32())
            let mediaTime = isLarge ? try reader.s64() : Int64(try reader.s32())
            edits.append(Edit(duration: duration, mediaTime: mediaTime, rate: try reader.s32()))
        }
    }

    /// Writes the payload, in version 1 only if a value needs it.
    package func write(to writer: inout BoxWriter) {
        let isLarge = edits.contains { $0.duration > UInt64(UInt32.max) || Int32(exactly: $0.mediaTime) == nil }
        writer.fullBox(version: isLarge ? 1 : 0)
        writer.u32(UInt32(edits.count))
        for edit in edits {
            if isLarge {
                writer.u64(edit.duration)
                writer.s64(edit.mediaTime)
            } else {
                writer.u32(UInt32(edit.duration))
                writer.s32(Int32(edit.mediaTime))
            }
            writer.s32(edit.rate)
        }
    }
}
