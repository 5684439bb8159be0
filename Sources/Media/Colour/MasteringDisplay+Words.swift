extension MasteringDisplay {
    /// Primaries and white points of real displays, in the units of SEI 137: BT.2020, P3 and BT.709.
    private static let known:
        [(name: String, green: (Int, Int), blue: (Int, Int), red: (Int, Int), white: (Int, Int))] = [
            ("BT.2020", (8500, 39850), (6550, 2300), (35400, 14600), (15635, 16450)),
            ("P3-D65", (13250, 34500), (7500, 3000), (34000, 16000), (15635, 16450)),
            ("P3-DCI", (13250, 34500), (7500, 3000), (34000, 16000), (15700, 17550)),
            ("BT.709", (15000, 30000), (7500, 3000), (32000, 16500), (15635, 16450)),
        ]

    /// Name of the primaries and the white point, as in "P3-D65", within 0.0005; nil for others.
    package var primariesName: String? {
        MasteringDisplay.known.first {
            green.isNear($0.green) && blue.isNear($0.blue) && red.isNear($0.red) && whitePoint.isNear($0.white)
        }?.name
    }
}

extension MasteringDisplay: CustomStringConvertible {
    /// In words, as in "P3-D65, 0.005 to 1000 cd/m²".
    package var description: String {
        // Some phones write the primaries in the order red, green, blue.
        var turned = self
        (turned.red, turned.green, turned.blue) = (green, blue, red)
        let primaries =
            primariesName ?? turned.primariesName.map { "\($0) in the order red, green, blue" }
            ?? "green \(green), blue \(blue), red \(red), white \(whitePoint)"
        let black = DecimalText.of(UInt64(minimumLuminance), places: 4)
        return "\(primaries), \(black) to \(DecimalText.of(UInt64(maximumLuminance), places: 4)) cd/m²"
    }
}

extension MasteringDisplay.Chromaticity: CustomStringConvertible {
    /// As in "(0.3127, 0.329)".
    package var description: String {
        "(\(DecimalText.of(UInt64(x) * 2, places: 5)), \(DecimalText.of(UInt64(y) * 2, places: 5)))"
    }

    fileprivate func isNear(_ point: (Int, Int)) -> Bool {
        (Int(x) - point.0).magnitude <= 25 && (Int(y) - point.1).magnitude <= 25
    }
}

extension ContentLight: CustomStringConvertible {
    /// In words, as in "MaxCLL 1000 cd/m², MaxFALL 400 cd/m²"; 0 is "unknown".
    package var description: String {
        func words(_ level: UInt16) -> String { level == 0 ? "unknown" : "\(level) cd/m²" }
        return "MaxCLL \(words(maximumContentLightLevel)), MaxFALL \(words(maximumFrameAverageLightLevel))"
    }
}

extension AmbientViewing: CustomStringConvertible {
    /// In words, as in "314 lux, D65".
    package var description: String {
        let point = MasteringDisplay.Chromaticity(x: x, y: y)
        let isD65 = point.isNear((15635, 16450))
        return "\(DecimalText.of(UInt64(illuminance), places: 4)) lux, \(isD65 ? "D65" : "light of \(point)")"
    }
}
