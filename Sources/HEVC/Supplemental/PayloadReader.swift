import Media

/// Reads the fixed layouts of the payloads that describe a film. Precondition: the payload is at least as long as its
/// layout.
struct PayloadReader {
    private let bytes: [UInt8]

    init(_ payload: [UInt8]) { bytes = payload }

    private func u16(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1]) }

    private func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) << 16 | UInt32(u16(offset + 2)) }

    /// Primaries in the order green, blue, red, the white point, highest and lowest luminance: 24 bytes.
    var masteringDisplay: MasteringDisplay {
        func point(_ offset: Int) -> MasteringDisplay.Chromaticity {
            MasteringDisplay.Chromaticity(x: u16(offset), y: u16(offset + 2))
        }
        return MasteringDisplay(
            green: point(0),
            blue: point(4),
            red: point(8),
            whitePoint: point(12),
            maximumLuminance: u32(16),
            minimumLuminance: u32(20)
        )
    }

    /// Highest level, highest frame average: 4 bytes.
    var contentLight: ContentLight {
        ContentLight(maximumContentLightLevel: u16(0), maximumFrameAverageLightLevel: u16(2))
    }

    /// Illuminance and chromaticity: 8 bytes.
    var ambientViewing: AmbientViewing { AmbientViewing(illuminance: u32(0), x: u16(4), y: u16(6)) }
}
