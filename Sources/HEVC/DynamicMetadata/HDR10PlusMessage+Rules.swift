extension HDR10PlusMessage {
    /// A profile of HDR10+: A describes the light, B adds a curve.
    package enum Profile: String, Hashable, Sendable, Codable {
        /// No curve, and no targeted display.
        case a = "A"
        /// A curve for a targeted display.
        case b = "B"
    }

    /// The profile; nil if the message is of neither.
    package var profile: Profile? {
        let curves = windows.filter { $0.curve != nil }.count
        if curves == 0, targetedMaximum == 0 { return .a }
        return curves == windows.count && targetedMaximum > 0 ? .b : nil
    }

    /// What validators of HDR10+ object to, one phrase each. Such messages are carried all the same.
    package var oddities: [String] {
        var oddities: [String] = []
        if version != 1 { oddities.append("it has application version \(version) instead of 1") }
        if windows.count != 1 { oddities.append("it has \(windows.count) windows instead of 1") }
        if targetedPeaks != nil || masteringPeaks != nil { oddities.append("it has actual peaks of a display") }
        if targetedMaximum > Self.displayLimit {
            oddities.append("its targeted display reaches \(targetedMaximum) cd/m², more than \(Self.displayLimit)")
        }
        if profile == nil {
            oddities.append("it has \(targetedMaximum > 0 ? "a targeted display" : "a curve") without the other part")
        }
        for words in windows.flatMap(\.oddities) where !oddities.contains(words) { oddities.append(words) }
        return oddities
    }

    /// PQ ends there, in cd/m².
    private static let displayLimit = 10_000
}

extension HDR10PlusWindow {
    /// What validators object to.
    fileprivate var oddities: [String] {
        var oddities: [String] = []
        if saturationWeight != nil { oddities.append("it maps the saturation") }
        if !Self.distributions.contains(distribution.map(\.percentage)) {
            oddities.append("its distribution has other percentages than those of HDR10+")
        }
        let highest = (maximum + [average] + distribution.map(\.level)).max() ?? 0
        if highest > Self.levelLimit { oddities.append("it has the level \(highest), more than \(Self.levelLimit)") }
        return oddities
    }

    /// The two lists of percentages in use.
    private static let distributions: [[UInt8]] = [
        [1, 5, 10, 25, 50, 75, 90, 95, 99], [1, 5, 10, 25, 50, 75, 90, 95, 98, 99],
    ]
    /// 10,000 cd/m² in its unit.
    private static let levelLimit: UInt32 = 100_000
}
