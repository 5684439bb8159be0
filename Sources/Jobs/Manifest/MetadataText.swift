package import Media

extension MasteringDisplay {
    /// Reads x265's form, `G(x,y)B(x,y)R(x,y)WP(x,y)L(max,min)`, in its units; nil for any other text or if a value is
    /// out of the bounds of HEVC D.3.28.
    package init?(text: some StringProtocol) {
        var rest = Substring(text)
        func pair(_ name: String) -> (UInt32, UInt32)? {
            guard rest.hasPrefix(name + "("), let end = rest.firstIndex(of: ")") else { return nil }
            let numbers = rest[..<end].dropFirst(name.count + 1).split(separator: ",", omittingEmptySubsequences: false)
            guard numbers.count == 2, let first = UInt32(numbers[0]), let second = UInt32(numbers[1]) else {
                return nil
            }
            rest = rest[rest.index(after: end)...]
            return (first, second)
        }
        func chromaticity(_ name: String) -> Chromaticity? {
            guard let (x, y) = pair(name), x <= 50000, y <= 50000 else { return nil }
            return Chromaticity(x: UInt16(x), y: UInt16(y))
        }
        guard let green = chromaticity("G"), let blue = chromaticity("B"), let red = chromaticity("R"),
            let white = chromaticity("WP"), let (maximum, minimum) = pair("L"), rest.isEmpty, minimum < maximum
        else { return nil }
        self.init(
            green: green,
            blue: blue,
            red: red,
            whitePoint: white,
            maximumLuminance: maximum,
            minimumLuminance: minimum
        )
    }

    /// The form that `init(text:)` reads.
    package var text: String {
        func pair(_ point: Chromaticity) -> String { "(\(point.x),\(point.y))" }
        return
            "G\(pair(green))B\(pair(blue))R\(pair(red))WP\(pair(whitePoint))L(\(maximumLuminance),\(minimumLuminance))"
    }
}

extension ContentLight {
    /// Reads x265's form, `MaxCLL,MaxFALL` in cd/m²; nil for any other text.
    package init?(text: some StringProtocol) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
        guard numbers.count == 2, let content = UInt16(numbers[0]), let average = UInt16(numbers[1]), average <= content
        else { return nil }
        self.init(maximumContentLightLevel: content, maximumFrameAverageLightLevel: average)
    }

    /// The form that `init(text:)` reads.
    package var text: String { "\(maximumContentLightLevel),\(maximumFrameAverageLightLevel)" }
}
