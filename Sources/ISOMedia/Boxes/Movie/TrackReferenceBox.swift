/// `tref`: references of a track to other tracks (ISO/IEC 14496-12 8.3.3).
package struct TrackReferenceBox: Box {
    /// References of one type.
    package struct Reference: Hashable, Sendable {
        /// Reference type: `chap` for chapters, `tmcd` for timecode, `cdsc` for what describes the other track.
        package var type: FourCC
        /// IDs of the tracks.
        package var trackIDs: [UInt32]

        /// Creates a reference.
        package init(type: FourCC, trackIDs: [UInt32]) {
            self.type = type
            self.trackIDs = trackIDs
        }
    }

    /// `tref`
    package static let type: FourCC = "tref"
    /// The references.
    package var references: [Reference]

    /// Creates a box.
    package init(references: [Reference]) { self.references = references }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        references = []
        while let child = try reader.child() {
            var ids = BoxReader(child.type, child.payload)
            var trackIDs: [UInt32] = []
            while ids.remaining >= 4 { trackIDs.append(try ids.u32()) }
            references.append(Reference(type: child.type, trackIDs: trackIDs))
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        for reference in references {
            writer.box(reference.type) { box in
                for id in reference.trackIDs { box.u32(id) }
            }
        }
    }
}
