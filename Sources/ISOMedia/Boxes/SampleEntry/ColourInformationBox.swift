package import Media

/// `colr`: the meaning of sample values (ISO/IEC 14496-12 12.1.5). It takes precedence over the bitstream.
package struct ColourInformationBox: Box {
    /// `colr`
    package static let type: FourCC = "colr"
    /// `nclx`; QuickTime's `nclc` lacks the range; `prof` and `rICC` have an ICC profile; others are kept unchanged.
    package var kind: FourCC
    /// The codes of H.273, for `nclx` and `nclc`.
    package var colour: ColourDescription = .unspecified
    /// The bytes after the kind, for all others: an ICC profile.
    package var profile: [UInt8] = []

    /// Whether the box has codes of H.273.
    package var hasCodes: Bool { kind == "nclx" || kind == "nclc" }

    /// Creates an `nclx` box; an unspecified range is written as limited, the default for video.
    package init(_ colour: ColourDescription) {
        kind = "nclx"
        self.colour = colour
        self.colour.isFullRange = colour.isFullRange ?? false
    }

    /// Creates an `nclc` box, which has no field for the range.
    package init(quickTime colour: ColourDescription) {
        kind = "nclc"
        self.colour = colour
        self.colour.isFullRange = nil
    }

    /// Creates a box with an ICC profile.
    package init(profile: [UInt8]) {
        kind = "prof"
        self.profile = profile
    }

    /// Reads the payload. A code above 255, which H.273 does not define, is read as 2, unspecified.
    package init(from reader: inout BoxReader) throws(MovieError) {
        kind = try reader.fourCC()
        guard hasCodes else {
            profile = reader.rest()
            return
        }
        colour.primaries = UInt8(exactly: try reader.u16()) ?? 2
        colour.transfer = UInt8(exactly: try reader.u16()) ?? 2
        colour.matrix = UInt8(exactly: try reader.u16()) ?? 2
        if kind == "nclx" { colour.isFullRange = try reader.u8() & 0x80 != 0 }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fourCC(kind)
        guard hasCodes else {
            writer.append(profile)
            return
        }
        writer.u16(UInt16(colour.primaries))
        writer.u16(UInt16(colour.transfer))
        writer.u16(UInt16(colour.matrix))
        if kind == "nclx" { writer.u8(colour.isFullRange == true ? 0x80 : 0) }
    }
}
