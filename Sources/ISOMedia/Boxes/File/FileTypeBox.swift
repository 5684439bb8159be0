/// `ftyp`: the specifications that the file follows (ISO/IEC 14496-12 4.3).
package struct FileTypeBox: Box {
    /// `ftyp`
    package static let type: FourCC = "ftyp"
    /// The best use of the file.
    package var majorBrand: FourCC
    /// Minor version of the major brand.
    package var minorVersion: UInt32
    /// All brands that the file follows, including the major one.
    package var compatibleBrands: [FourCC]

    /// Creates a file type.
    package init(majorBrand: FourCC, minorVersion: UInt32 = 0, compatibleBrands: [FourCC]) {
        self.majorBrand = majorBrand
        self.minorVersion = minorVersion
        self.compatibleBrands = compatibleBrands
    }

    /// The type that Granary writes. Composition offsets of version 1 need `iso4` or later, `mp41` and `mp42` are the
    /// MP4 file format (ISO/IEC 14496-14), and `isom` is for the oldest readers. The major brand is also a compatible
    /// brand.
    package static let granary = FileTypeBox(
        majorBrand: "iso6",
        compatibleBrands: ["iso6", "iso4", "isom", "mp41", "mp42"]
    )

    /// QuickTime's own (Apple, QuickTime File Format Specification, "File Type Compatibility Atom").
    package static let quickTime = FileTypeBox(majorBrand: "qt  ", compatibleBrands: ["qt  "])

    /// The brand of files with H.264 (ISO/IEC 14496-12 E.5).
    package static let avcBrand: FourCC = "avc1"
    /// The brand of files with Dolby Vision ("Dolby Vision Streams Within the ISO Base Media File Format", 3.2).
    package static let dolbyVisionBrand: FourCC = "dby1"
    /// The brand of tracks with HDR10+ (ISO/IEC 23000-19, of CTA's media profile).
    package static let hdr10PlusBrand: FourCC = "cdm4"

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        majorBrand = try reader.fourCC()
        minorVersion = try reader.u32()
        compatibleBrands = []
        while reader.remaining >= 4 { compatibleBrands.append(try reader.fourCC()) }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fourCC(majorBrand)
        writer.u32(minorVersion)
        for brand in compatibleBrands { writer.fourCC(brand) }
    }
}
