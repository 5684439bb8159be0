import HEVC

/// A payload of HDR10+, written field by field.
package struct HandmadeHDR10Plus {
    package var version: UInt64 = 1
    package var windows = 1
    package var target: UInt64 = 0
    package var percentages: [UInt64] = [1, 5, 10, 25, 50, 75, 90, 95, 99]
    package var maximum: [UInt64] = [7768, 6589, 6912]
    /// Knee and anchors of the curve of every window.
    package var curve: (x: UInt64, y: UInt64, anchors: [UInt64])?
    package var saturation: UInt64?
    /// Rows and columns of the peaks of both displays.
    package var peaks: (rows: UInt64, columns: UInt64)?

    package static let codes: [UInt8] = [0xB5, 0, 0x3C, 0, 1, 4]

    /// Describes a message of profile A.
    package init() {}

    /// The payload, from the country code on.
    package var payload: [UInt8] {
        var bits = BitWriter()
        for code in Self.codes { bits.bits(UInt64(code), 8) }
        bits.bits(version, 8)
        bits.bits(UInt64(windows), 2)
        for window in 1..<max(1, windows) {
            for number in 0..<6 { bits.bits(UInt64(number * 100 + window), 16) }
            bits.bits(45, 8)
            for number in 0..<3 { bits.bits(UInt64(number + 20), 16) }
            bits.flag(true)
        }
        bits.bits(target, 27)
        writePeaks(&bits)
        for _ in 0..<windows {
            for level in maximum { bits.bits(level, 17) }
            bits.bits(263, 17)
            bits.bits(UInt64(percentages.count), 4)
            for (place, percentage) in percentages.enumerated() {
                bits.bits(percentage, 7)
                bits.bits(UInt64(place * 11), 17)
            }
            bits.bits(12, 10)
        }
        writePeaks(&bits)
        for _ in 0..<windows {
            bits.flag(curve != nil)
            if let curve {
                bits.bits(curve.x, 12)
                bits.bits(curve.y, 12)
                bits.bits(UInt64(curve.anchors.count), 4)
                for anchor in curve.anchors { bits.bits(anchor, 10) }
            }
            bits.flag(saturation != nil)
            if let saturation { bits.bits(saturation, 6) }
        }
        return bits.bytes
    }

    private func writePeaks(_ bits: inout BitWriter) {
        bits.flag(peaks != nil)
        guard let peaks else { return }
        bits.bits(peaks.rows, 5)
        bits.bits(peaks.columns, 5)
        for place in 0..<(peaks.rows * peaks.columns) { bits.bits(place % 16, 4) }
    }
}
