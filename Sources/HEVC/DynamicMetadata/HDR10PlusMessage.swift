/// A message of HDR10+ (SMPTE ST 2094-40), read for reports. Films carry its payload and not this.
package struct HDR10PlusMessage: Hashable, Sendable {
    /// Brightest levels over a grid of a picture, in 1/15 of the display's peak.
    package struct PeakMatrix: Hashable, Sendable {
        /// Columns of a row.
        package var columnCount: Int
        /// Row by row.
        package var levels: [UInt8]
    }

    /// application_version: 1, and 0 in early films.
    package var version: UInt8
    /// The whole picture, and at most two areas of it.
    package var windows: [HDR10PlusWindow]
    /// Peak of the display that the curve is made for, in cd/m²; 0 without a curve.
    package var targetedMaximum: UInt32
    /// Actual peaks of that display.
    package var targetedPeaks: PeakMatrix?
    /// Actual peaks of the mastering display.
    package var masteringPeaks: PeakMatrix?

    /// Creates a message of one window, without peaks of displays.
    package init(version: UInt8 = 1, window: HDR10PlusWindow, targetedMaximum: UInt32) {
        self.version = version
        windows = [window]
        self.targetedMaximum = targetedMaximum
    }

    /// Reads the payload of an SEI message, from the country code on.
    ///
    /// Throws `invalid` if it is not HDR10+ or has no or more than three windows, `truncated` if it ends too early.
    package init(payload: [UInt8]) throws(BitstreamError) {
        guard RegisteredUserData(payload: payload) == .hdr10Plus else {
            let owner = RegisteredUserData(payload: payload)
            throw BitstreamError(.invalid, "user_data_registered_itu_t_t35", "it is not HDR10+, but \(owner.name)")
        }
        var bits = BitReader(payload)
        try bits.skip(6 * 8, "application_identifier")
        version = UInt8(try bits.bits(8, "application_version"))
        let windowCount = Int(try bits.bits(2, "num_windows"))
        guard windowCount > 0 else { throw BitstreamError(.invalid, "num_windows", "there is no window") }
        var areas: [HDR10PlusWindow.Area?] = [nil]
        for _ in 1..<windowCount { areas.append(try HDR10PlusWindow.Area(&bits)) }
        targetedMaximum = try bits.bits(27, "targeted_system_display_maximum_luminance")
        targetedPeaks = try PeakMatrix(&bits)
        windows = []
        for area in areas { windows.append(try HDR10PlusWindow(levels: &bits, area: area)) }
        masteringPeaks = try PeakMatrix(&bits)
        for index in windows.indices { try windows[index].readMapping(&bits) }
    }

    /// The number of windows of a payload of HDR10+, read alone; nil if it is too short for one.
    package static func windowCount(of payload: [UInt8]) -> Int? {
        guard payload.count > 7 else { return nil }
        return Int(payload[7] >> 6)
    }
}

extension HDR10PlusMessage.PeakMatrix {
    /// Reads a flag and the matrix that it announces; nil if there is none.
    fileprivate init?(_ bits: inout BitReader) throws(BitstreamError) {
        guard try bits.flag("actual_peak_luminance_flag") else { return nil }
        let rows = Int(try bits.bits(5, "num_rows"))
        columnCount = Int(try bits.bits(5, "num_cols"))
        levels = []
        for _ in 0..<(rows * columnCount) { levels.append(UInt8(try bits.bits(4, "actual_peak_luminance"))) }
    }
}
