package import Media

/// `colr`: what sample values mean (ISO/IEC 14496-12 12.1.5). It takes precedence over what the bitstream says.
package struct ColourInformationBox: Box {
    /// `colr`
    package static let type: FourCC = "colr"
    /// `nclx`; QuickTime's `nclc` lacks the range; others, such as profiles, are known by type only.
    package var kind: FourCC
    /// The codes of H.273, for `nclx` and `nclc`.
    package var colour: ColourDescription

    /// Creates an `nclx` box; a range that is not said is limited, as is the default for video.
    package init(_ colour: ColourDescription) {
        kind = "nclx"
        self.colour = colour
        self.colour.isFullRange = colour.isFullRange ?? false
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        kind = try reader.fourCC()
        colour = .unspecified
        guard kind == "nclx" || kind == "nclc" else { return }
        colour.primaries = UInt8(truncatingIfNeeded: try reader.u16())
        colour.transfer = UInt8(truncatingIfNeeded: try reader.u16())
        colour.matrix = UInt8(truncatingIfNeeded: try reader.u16())
        if kind == "nclx" { colour.isFullRange = try reader.u8() & 0x80 != 0 }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fourCC(kind)
        guard kind == "nclx" || kind == "nclc" else { return }
        writer.u16(UInt16(colour.primaries))
        writer.u16(UInt16(colour.transfer))
        writer.u16(UInt16(colour.matrix))
        if kind == "nclx" { writer.u8(colour.isFullRange == true ? 0x80 : 0) }
    }
}
