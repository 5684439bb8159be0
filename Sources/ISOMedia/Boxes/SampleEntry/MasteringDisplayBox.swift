package import Media

/// `mdcv`: the mastering display of the film (ISO/IEC 14496-12 12.1.7), the payload of HEVC SEI 137: green, blue, red.
package struct MasteringDisplayBox: Box {
    /// `mdcv`
    package static let type: FourCC = "mdcv"
    /// The display.
    package var display: MasteringDisplay

    /// Creates a box.
    package init(_ display: MasteringDisplay) { self.display = display }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        var points: [MasteringDisplay.Chromaticity] = []
        for _ in 0..<4 {
            let x = try reader.u16()
            points.append(MasteringDisplay.Chromaticity(x: x, y: try reader.u16()))
        }
        let maximum = try reader.u32()
        display = MasteringDisplay(
            green: points[0],
            blue: points[1],
            red: points[2],
            whitePoint: points[3],
            maximumLuminance: maximum,
            minimumLuminance: try reader.u32()
        )
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        for point in [display.green, display.blue, display.red, display.whitePoint] {
            writer.u16(point.x)
            writer.u16(point.y)
        }
        writer.u32(display.maximumLuminance)
        writer.u32(display.minimumLuminance)
    }
}
