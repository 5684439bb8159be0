extension HDR10PlusMessage {
    /// The payload of an SEI message with these values, from the country code on.
    package var payload: [UInt8] {
        var bits = BitWriter()
        for code: UInt8 in [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04, version] { bits.bits(UInt64(code), 8) }
        bits.bits(UInt64(windows.count), 2)
        for area in windows.dropFirst().compactMap(\.area) { bits.write(area) }
        bits.bits(UInt64(targetedMaximum), 27)
        bits.write(targetedPeaks)
        for window in windows { bits.write(levelsOf: window) }
        bits.write(masteringPeaks)
        for window in windows { bits.write(mappingOf: window) }
        return bits.bytes
    }
}

extension BitWriter {
    fileprivate mutating func write(_ area: HDR10PlusWindow.Area) {
        for number in area.corners + area.centre { bits(UInt64(number), 16) }
        bits(UInt64(area.angle), 8)
        for number in area.axes { bits(UInt64(number), 16) }
        flag(area.isBlended)
    }

    fileprivate mutating func write(_ peaks: HDR10PlusMessage.PeakMatrix?) {
        flag(peaks != nil)
        guard let peaks else { return }
        bits(UInt64(peaks.levels.count / max(peaks.columnCount, 1)), 5)
        bits(UInt64(peaks.columnCount), 5)
        for level in peaks.levels { bits(UInt64(level), 4) }
    }

    fileprivate mutating func write(levelsOf window: HDR10PlusWindow) {
        for level in window.maximum { bits(UInt64(level), 17) }
        bits(UInt64(window.average), 17)
        bits(UInt64(window.distribution.count), 4)
        for part in window.distribution {
            bits(UInt64(part.percentage), 7)
            bits(UInt64(part.level), 17)
        }
        bits(UInt64(window.brightShare), 10)
    }

    fileprivate mutating func write(mappingOf window: HDR10PlusWindow) {
        flag(window.curve != nil)
        if let curve = window.curve {
            for number in curve.knee { bits(UInt64(number), 12) }
            bits(UInt64(curve.anchors.count), 4)
            for anchor in curve.anchors { bits(UInt64(anchor), 10) }
        }
        flag(window.saturationWeight != nil)
        if let weight = window.saturationWeight { bits(UInt64(weight), 6) }
    }
}
