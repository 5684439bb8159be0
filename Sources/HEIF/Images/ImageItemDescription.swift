package import ISOMedia
package import Media

/// An item of a HEIF file as it was read.
package struct ImageItemDescription: Hashable, Sendable, Encodable {
    /// A property of the item.
    package struct Property: Hashable, Sendable, Encodable {
        /// Type of the box.
        package var type: FourCC
        /// Whether the file says that readers need it.
        package var isEssential: Bool
    }

    /// Bytes of the item.
    package struct Extent: Hashable, Sendable, Encodable {
        /// Offset of the first byte from the beginning of the file.
        package var offset: UInt64
        /// Number of bytes.
        package var byteCount: UInt64
    }

    /// Number of the item.
    package var number: UInt32
    /// `hvc1`, `grid`, `Exif`, `mime`, ...
    package var kind: FourCC
    /// Its name; usually empty.
    package var name = ""
    /// MIME type of a `mime` item.
    package var contentType: String?
    /// Whether it is not shown by itself.
    package var isHidden = false
    /// Whether its bytes are encrypted.
    package var isProtected = false
    /// Its bytes, inside the file; empty if they cannot be read.
    package var extents: [Extent] = []
    /// Its properties in order.
    package var properties: [Property] = []
    /// Size before it is turned, of `ispe`.
    package var size: PictureSize?
    /// Bits of its channels, of `pixi`.
    package var channelBits: [UInt8]?
    /// What a decoder needs, of `hvcC`.
    package var configuration: HEVCConfigurationBox?
    /// Codes of its colours, of `colr`.
    package var colour: ColourDescription?
    /// Its ICC profile, of `colr`; the bytes are not checked.
    package var profile: [UInt8]?
    /// Light of the display on which it was graded, of `mdcv`.
    package var masteringDisplay: MasteringDisplay?
    /// Its light levels, of `clli`.
    package var contentLight: ContentLight?
    /// How it is turned before it is shown, of `irot` and `imir` in their order.
    package var turn = PictureTurn.none
    /// The part of it that is shown, of `clap`.
    package var cleanAperture: CleanAperture?
    /// Width to height of a pixel, of `pasp`.
    package var pixelAspect: PixelAspect?
    /// What an auxiliary image has, of `auxC`.
    package var auxiliary: String?
    /// The grid, of a `grid` item.
    package var grid: ImageGrid?

    /// Creates an item without properties.
    package init(number: UInt32, kind: FourCC) {
        self.number = number
        self.kind = kind
    }

    /// Number of its bytes in the file.
    package var byteCount: UInt64 { extents.reduce(0) { $0 &+ $1.byteCount } }

    /// Whether it is an image of its own, coded or derived.
    package var isImage: Bool { isCoded || isDerived }

    /// Whether its bytes are those of a codec.
    package var isCoded: Bool { ["hvc1", "lhv1", "av01", "avc1", "jpeg", "j2k1", "unci", "vvc1"].contains(kind) }

    /// Whether it is made of other items.
    package var isDerived: Bool { ["grid", "iden", "iovl", "tmap"].contains(kind) }

    /// Size when it is turned; nil if the file does not say.
    package var shownSize: PictureSize? { size.map { turn.turned($0) } }

    /// Properties that readers of images know.
    private static let knownProperties: Set<FourCC> = [
        "hvcC", "av1C", "ispe", "pixi", "colr", "pasp", "irot", "imir", "clap", "mdcv", "clli", "auxC", "avcC", "jpgC",
        "lsel", "a1op", "amve", "cclv", "uncC", "cmpd",
    ]

    /// Essential properties that are not known here: they forbid the use of the item.
    package var unknownProperties: [FourCC] {
        properties.filter { $0.isEssential && !Self.knownProperties.contains($0.type) }.map(\.type)
    }

    private enum CodingKeys: String, CodingKey {
        case number, kind, name, contentType, isHidden, extents, properties, size, channelBits, configuration, colour
        case profileByteCount, masteringDisplay, contentLight, cleanAperture, turn, pixelAspect, auxiliary, grid
    }

    /// Writes all but the bytes of the profile.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encode(kind, forKey: .kind)
        if !name.isEmpty { try container.encode(name, forKey: .name) }
        try container.encodeIfPresent(contentType, forKey: .contentType)
        try container.encode(isHidden, forKey: .isHidden)
        try container.encode(extents, forKey: .extents)
        try container.encode(properties, forKey: .properties)
        try container.encodeIfPresent(size, forKey: .size)
        try container.encodeIfPresent(channelBits, forKey: .channelBits)
        try container.encodeIfPresent(configuration, forKey: .configuration)
        try container.encodeIfPresent(colour, forKey: .colour)
        try container.encodeIfPresent(profile?.count, forKey: .profileByteCount)
        try container.encodeIfPresent(masteringDisplay, forKey: .masteringDisplay)
        try container.encodeIfPresent(contentLight, forKey: .contentLight)
        try container.encodeIfPresent(cleanAperture, forKey: .cleanAperture)
        if turn != .none { try container.encode(turn.description, forKey: .turn) }
        try container.encodeIfPresent(pixelAspect, forKey: .pixelAspect)
        try container.encodeIfPresent(auxiliary, forKey: .auxiliary)
        try container.encodeIfPresent(grid, forKey: .grid)
    }
}
