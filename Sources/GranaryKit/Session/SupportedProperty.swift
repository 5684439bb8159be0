import Media

/// A property of a session: its name, its type, its values and its default. The counterpart of an entry of
/// VTSessionCopySupportedPropertyDictionary.
public struct SupportedProperty: Hashable, Sendable {
    /// The name of the member of `CompressionProperties`.
    public let name: String
    /// The type of its values, in words.
    public let type: String
    /// The allowed values, in words.
    public let range: String
    /// The default, in words; nil if the property has none.
    public let standard: String?
}

extension CompressionProperties {
    /// All properties, in the order of their declaration.
    public static var supported: [SupportedProperty] {
        func property(_ name: String, _ type: String, _ range: String, _ standard: String?) -> SupportedProperty {
            SupportedProperty(name: name, type: type, range: range, standard: standard)
        }
        return [
            property("width", "integer", "an even number from 16 to 16888", nil),
            property("height", "integer", "an even number from 16 to 16888", nil),
            property("pixelFormat", "PixelFormat", "yuv420p8 or yuv420p10", nil),
            property("expectedFrameDuration", "MediaTime", "longer than 0 s", nil),
            property("hasConstantFrameRate", "boolean", "true or false", "true"),
            property(
                "goal",
                "Goal",
                "a rate of 1 to 10^12 bit/s, a rate factor of 0 to 51, a PSNR of 10 to 80 dB, or an SSIM of 0.3 to "
                    + "0.9999",
                nil
            ),
            property("preset", "text", EncoderSettings.speeds.joined(separator: ", "), "medium"),
            property("tune", "text", EncoderSettings.tunes.joined(separator: ", "), "none"),
            property("maximumKeyFrameInterval", "integer", "1 to 100000 frames", "250"),
            property("minimumKeyFrameInterval", "integer", "1 to maximumKeyFrameInterval", "48"),
            property("temporalLevels", "integer", "1 to 5", "1"),
            property("colour", "three codes", "codes of ITU-T H.273", "2, 2, 2"),
            property("pixelAspectRatio", "PixelAspectRatio", "1 to 65535 for each of its values", "1:1"),
            property("isFullRange", "boolean or nil", "true, false or nil", "nil"),
            property("chromaLocation", "integer or nil", "0 to 5", "nil"),
            property(
                "masteringDisplay",
                "MasteringDisplay or nil",
                "chromaticities of 0 to 50000, and a peak above the black level",
                "nil"
            ),
            property("contentLight", "ContentLight or nil", "two levels of 0 to 65535 cd/m²", "nil"),
            property(
                "ambientViewing",
                "AmbientViewing or nil",
                "an illuminance above 0, and a chromaticity of 0 to 50000",
                "nil"
            ),
            property(
                "maximumBitRate",
                "integer or nil",
                "1 to 2000000000 bit/s, and not below the rate of the goal; required with bufferSize",
                "nil"
            ),
            property("bufferSize", "integer or nil", "1 to 2000000000 bits", "one second at maximumBitRate"),
            property("maximumPasses", "integer", "1 to 1000", "4"),
            property("tolerance", "number", "0 to 1", "0.005"),
            property("repeatableShare", "number", "0 to 1", "0.25"),
            property("encoderOptions", "texts by name", "options of x265", "none"),
            property("sourceIdentifier", "text", "any", "empty"),
        ]
    }
}
