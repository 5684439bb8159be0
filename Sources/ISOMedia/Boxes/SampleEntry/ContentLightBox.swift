package import Media

/// `clli`: the content light levels of the film (ISO/IEC 14496-12 12.1.6), the payload of HEVC SEI 144.
package struct ContentLightBox: Box {
    /// `clli`
    package static let type: FourCC = "clli"
    /// The levels.
    package var light: ContentLight

    /// Creates a box.
    package init(_ light: ContentLight) { self.light = light }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let maximum = try reader.u16()
        light = ContentLight(maximumContentLightLevel: maximum, maximumFrameAverageLightLevel: try reader.u16())
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u16(light.maximumContentLightLevel)
        writer.u16(light.maximumFrameAverageLightLevel)
    }
}
