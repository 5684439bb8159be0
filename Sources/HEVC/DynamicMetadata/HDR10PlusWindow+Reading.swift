extension HDR10PlusWindow {
    /// Reads the brightness of an area: the first of its two parts.
    init(levels bits: inout BitReader, area: Area?) throws(BitstreamError) {
        self.area = area
        maximum = []
        for _ in 0..<3 { maximum.append(try bits.bits(17, "maxscl")) }
        average = try bits.bits(17, "average_maxrgb")
        distribution = []
        for _ in 0..<(try bits.bits(4, "num_distribution_maxrgb_percentiles")) {
            let percentage = UInt8(try bits.bits(7, "distribution_maxrgb_percentages"))
            let level = try bits.bits(17, "distribution_maxrgb_percentiles")
            distribution.append(Percentile(percentage: percentage, level: level))
        }
        brightShare = UInt16(try bits.bits(10, "fraction_bright_pixels"))
    }

    /// Reads how the area is mapped: the second part.
    mutating func readMapping(_ bits: inout BitReader) throws(BitstreamError) {
        if try bits.flag("tone_mapping_flag") {
            let x = UInt16(try bits.bits(12, "knee_point_x"))
            let y = UInt16(try bits.bits(12, "knee_point_y"))
            var anchors: [UInt16] = []
            for _ in 0..<(try bits.bits(4, "num_bezier_curve_anchors")) {
                anchors.append(UInt16(try bits.bits(10, "bezier_curve_anchors")))
            }
            curve = ToneCurve(knee: [x, y], anchors: anchors)
        }
        if try bits.flag("color_saturation_mapping_flag") {
            saturationWeight = UInt8(try bits.bits(6, "color_saturation_weight"))
        }
    }
}

extension HDR10PlusWindow.Area {
    /// Reads the ellipse of a window from the second on.
    init(_ bits: inout BitReader) throws(BitstreamError) {
        func numbers(_ count: Int, _ element: StaticString) throws(BitstreamError) -> [UInt16] {
            var numbers: [UInt16] = []
            for _ in 0..<count { numbers.append(UInt16(try bits.bits(16, element))) }
            return numbers
        }
        corners = try numbers(4, "window_corner")
        centre = try numbers(2, "center_of_ellipse")
        angle = UInt8(try bits.bits(8, "rotation_angle"))
        axes = try numbers(3, "semiaxis_of_ellipse")
        isBlended = try bits.flag("overlap_process_option")
    }
}
