package import Media

/// `dvcC`, `dvvC` or `dvwC`: the decoder configuration record of Dolby Vision ("Dolby Vision Streams Within the ISO
/// Base Media File Format", 2.2 and 3.1). The type depends on the profile; each is read whatever the profile.
package struct DolbyVisionBox: Hashable, Sendable {
    /// The types of the box.
    package static let types: Set<FourCC> = ["dvcC", "dvvC", "dvwC"]
    /// Bytes of a whole record; those after the first five are not used.
    private static let recordByteCount = 24

    /// The type of the box.
    package var type: FourCC
    /// dv_version_major.
    package var majorVersion: UInt8
    /// dv_version_minor.
    package var minorVersion: UInt8
    /// The fields of the record.
    package var configuration: DolbyVision

    /// Creates a box of the type for the profile.
    package init(_ configuration: DolbyVision) {
        type = configuration.profile <= 7 ? "dvcC" : configuration.profile <= 10 ? "dvvC" : "dvwC"
        (majorVersion, minorVersion) = (1, 0)
        self.configuration = configuration
    }

    /// Reads the payload. Records from before the compatibility ID existed have four bytes.
    package init(type: FourCC, payload: ArraySlice<UInt8>) throws(MovieError) {
        var reader = BoxReader(type, payload)
        self.type = type
        majorVersion = try reader.u8()
        minorVersion = try reader.u8()
        let fields = try reader.u16()
        let rest = try reader.remaining > 0 ? reader.u8() : 0
        configuration = DolbyVision(
            profile: UInt8(fields >> 9),
            level: UInt8(fields >> 3 & 0x3F),
            hasMetadata: fields & 4 != 0,
            hasEnhancementLayer: fields & 2 != 0,
            hasBaseLayer: fields & 1 != 0,
            compatibility: rest >> 4
        )
    }

    /// Writes the whole box. Profile and level keep their lowest seven and six bits.
    package func write(to writer: inout BoxWriter) {
        writer.box(type) { writer in
            writer.u8(majorVersion)
            writer.u8(minorVersion)
            var fields = UInt16(configuration.profile & 0x7F) << 9 | UInt16(configuration.level & 0x3F) << 3
            if configuration.hasMetadata { fields |= 4 }
            if configuration.hasEnhancementLayer { fields |= 2 }
            if configuration.hasBaseLayer { fields |= 1 }
            writer.u16(fields)
            writer.u8(configuration.compatibility << 4)
            writer.zeros(Self.recordByteCount - 5)
        }
    }
}
