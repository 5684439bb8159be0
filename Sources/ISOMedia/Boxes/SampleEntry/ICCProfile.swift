/// An ICC profile in `colr`, checked as far as necessary to recognise one (ICC.1:2022, 7).
///
/// Header and tag table must match the size exactly. The contents of tags are not checked: the profile is copied
/// unchanged.
package struct ICCProfile: Hashable, Sendable {
    /// Most bytes of a profile: the largest that occur with films have tables of a megabyte.
    package static let byteLimit = 4 << 20
    /// Bytes of the header, and of an entry of the tag table after it.
    private static let (headerByteCount, tagByteCount) = (128, 12)

    /// The whole profile.
    package let bytes: [UInt8]
    /// Version, as in "4.3".
    package let version: String
    /// Device class: `scnr`, `mntr`, `prtr`, `spac`, ...
    package let deviceClass: FourCC
    /// Colour space of the data, as in `RGB `.
    package let colourSpace: FourCC
    /// Profile connection space: `XYZ ` or `Lab `.
    package let connectionSpace: FourCC
    /// The description in the profile; nil if there is none or it is unreadable.
    package let name: String?

    /// The code of ColourPrimaries whose red, green and blue are those of the profile; nil if it says none of those
    /// that are known here.
    package let primaries: UInt8?

    private static let colourTags: [FourCC] = ["rXYZ", "gXYZ", "bXYZ"]

    /// Red, green and blue of BT.709, BT.2020 and P3-D65 as X, Y and Z of a profile: with a white of D50.
    private static let knownColours: [(primaries: UInt8, colours: [Double])] = [
        (1, [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7142]),
        (9, [0.6735, 0.2790, -0.0019, 0.1657, 0.6753, 0.0300, 0.1250, 0.0456, 0.7969]),
        (12, [0.5151, 0.2412, -0.0011, 0.2920, 0.6922, 0.0419, 0.1571, 0.0666, 0.7841]),
    ]

    /// Checks a profile.
    ///
    /// Throws `tooLarge` beyond `byteLimit`, and `damaged` if length, signature or tag table are wrong.
    package init(_ bytes: [UInt8]) throws(MovieError) {
        guard bytes.count <= Self.byteLimit else {
            throw MovieError(
                .tooLarge,
                "box 'colr'",
                "an ICC profile of \(bytes.count) bytes is larger than the \(Self.byteLimit) that are read"
            )
        }
        var reader = BoxReader("colr", bytes)
        guard bytes.count >= Self.headerByteCount + 4 else {
            throw reader.damaged("an ICC profile of \(bytes.count) bytes is shorter than its header")
        }
        let size = try reader.u32()
        guard size == bytes.count else {
            throw reader.damaged("an ICC profile says that it has \(size) bytes, and has \(bytes.count)")
        }
        try reader.skip(4)
        let major = try reader.u8()
        let minor = try reader.u8() >> 4
        version = "\(major).\(minor)"
        try reader.skip(2)
        deviceClass = try reader.fourCC()
        colourSpace = try reader.fourCC()
        connectionSpace = try reader.fourCC()
        try reader.skip(12)
        guard try reader.fourCC() == "acsp" else { throw reader.damaged("an ICC profile lacks its signature 'acsp'") }
        try reader.skip(Self.headerByteCount - 40)
        var name: String?
        var colours: [FourCC: [Double]] = [:]
        let tagCount = try reader.count(entryBytes: Self.tagByteCount)
        for _ in 0..<tagCount {
            let tag = try reader.fourCC()
            let offset = Int(try reader.u32())
            let count = Int(try reader.u32())
            guard offset >= Self.headerByteCount, count <= bytes.count, offset <= bytes.count - count else {
                throw reader.damaged("tag '\(tag)' of an ICC profile is outside the profile")
            }
            if Self.colourTags.contains(tag), count == 20 {
                var values = BoxReader("colr", Array(bytes[offset + 8..<offset + count]))
                colours[tag] = try (0..<3).map { _ throws(MovieError) in Double(try values.s32()) / 65536 }
            }
            if tag == "desc", name == nil { name = ICCText.text(bytes[offset..<offset + count]) }
        }
        self.bytes = bytes
        self.name = name
        let all = Self.colourTags.flatMap { colours[$0] ?? [] }
        primaries =
            Self.knownColours.first { known in
                known.colours.count == all.count && zip(known.colours, all).allSatisfy { abs($0 - $1) < 0.004 }
            }?.primaries
    }

    /// Why the profile cannot be one of a film's pictures, as a clause; nil if it can. Those pictures are RGB after
    /// their matrix is inverted.
    package var obstacle: String? {
        guard let kind = Self.kinds[deviceClass], kind.isOfPictures else {
            return "its class '\(deviceClass)' is not one of pictures"
        }
        guard colourSpace == "RGB " else { return "its colours are '\(colourSpace)', not RGB" }
        guard connectionSpace == "XYZ " || connectionSpace == "Lab " else {
            return "its connection space '\(connectionSpace)' is none"
        }
        return nil
    }

    private static let kinds: [FourCC: (words: String, isOfPictures: Bool)] = [
        "scnr": ("input", true), "mntr": ("display", true), "prtr": ("output", true), "spac": ("colour space", true),
        "link": ("device link", false), "abst": ("abstract", false), "nmcl": ("named colours", false),
    ]
}

extension ICCProfile: CustomStringConvertible {
    /// In words, as in `"Display P3", RGB display, version 4.0`.
    package var description: String {
        let space = "\(colourSpace)".split(separator: " ").first.map(String.init) ?? "?"
        let kind = Self.kinds[deviceClass]?.words ?? "'\(deviceClass)'"
        return (name.map { "\"\($0)\", " } ?? "") + "\(space) \(kind), version \(version)"
    }
}

extension ICCProfile: Encodable {
    private enum CodingKeys: String, CodingKey {
        case byteCount, version, deviceClass, colourSpace, connectionSpace, name
    }

    /// Writes its description, not its bytes.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bytes.count, forKey: .byteCount)
        try container.encode(version, forKey: .version)
        try container.encode(deviceClass, forKey: .deviceClass)
        try container.encode(colourSpace, forKey: .colourSpace)
        try container.encode(connectionSpace, forKey: .connectionSpace)
        try container.encodeIfPresent(name, forKey: .name)
    }
}
