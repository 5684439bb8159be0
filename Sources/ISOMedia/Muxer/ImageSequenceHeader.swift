/// What makes a movie an image sequence (ISO/IEC 23008-12 7): its handler is `pict`, and its file also has items.
package struct ImageSequenceHeader: Hashable, Sendable {
    /// Brands of the file.
    package var fileType: FileTypeBox
    /// The boxes between `ftyp` and `moov`: `meta`, and the `mdat` of its items.
    package var items: [UInt8]
    /// How its pictures depend on one another.
    package var constraints: CodingConstraintsBox

    /// Creates a header.
    package init(fileType: FileTypeBox, items: [UInt8], constraints: CodingConstraintsBox) {
        self.fileType = fileType
        self.items = items
        self.constraints = constraints
    }
}
