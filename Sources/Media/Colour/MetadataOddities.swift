extension MasteringDisplay {
    /// Values that are reserved or impossible for any display; they are kept all the same.
    package var oddities: [MetadataOddity] {
        var found: [MetadataOddity] = []
        let points = [green, blue, red, whitePoint]
        if points.contains(where: { $0.x > 50000 || $0.y > 50000 }) {
            found.append(
                MetadataOddity(.reservedValue, "a chromaticity of the mastering display is more than 1 (50000)")
            )
        } else if !primariesAreInOrder {
            let words = "the primaries of the mastering display cannot be green, blue and red"
            let isSwapped = MasteringDisplay.areInOrder(green: blue, blue: red, red: green)
            found.append(
                MetadataOddity(.implausible, isSwapped ? "\(words): they look like red, green and blue" : words)
            )
        }
        if maximumLuminance <= minimumLuminance {
            found.append(MetadataOddity(.implausible, "the mastering display's peak is not above its black level"))
        }
        // The ranges of ST 2086: 5 to 10 000 cd/m² and at most 5 cd/m².
        if !(50_000...100_000_000).contains(maximumLuminance) {
            let peak = DecimalText.of(UInt64(maximumLuminance), places: 4)
            found.append(
                MetadataOddity(.implausible, "a mastering display with a peak of \(peak) cd/m² does not exist")
            )
        }
        if minimumLuminance > 50_000 {
            let black = DecimalText.of(UInt64(minimumLuminance), places: 4)
            found.append(
                MetadataOddity(.implausible, "a mastering display with a black of \(black) cd/m² does not exist")
            )
        }
        return found
    }

    /// Whether green has the highest y, red the highest x, and blue the lowest y, as in every set of real primaries.
    private var primariesAreInOrder: Bool { MasteringDisplay.areInOrder(green: green, blue: blue, red: red) }

    private static func areInOrder(green: Chromaticity, blue: Chromaticity, red: Chromaticity) -> Bool {
        green.y > red.y && red.y > blue.y && red.x > green.x && red.x > blue.x
    }
}

extension ContentLight {
    /// Impossible values; 0 is "unknown" and not odd.
    package var oddities: [MetadataOddity] {
        guard maximumContentLightLevel > 0, maximumFrameAverageLightLevel > maximumContentLightLevel else { return [] }
        let average = "the brightest frame average (\(maximumFrameAverageLightLevel) cd/m²)"
        return [
            MetadataOddity(.implausible, "\(average) is above the brightest pixel (\(maximumContentLightLevel) cd/m²)")
        ]
    }
}

extension AmbientViewing {
    /// Reserved values.
    package var oddities: [MetadataOddity] {
        var found: [MetadataOddity] = []
        if illuminance == 0 { found.append(MetadataOddity(.reservedValue, "an ambient illuminance of 0 is reserved")) }
        if x > 50000 || y > 50000 {
            found.append(MetadataOddity(.reservedValue, "the ambient light's chromaticity is more than 1"))
        }
        return found
    }
}

extension ColourDescription {
    /// Reserved codes of primaries, transfer and matrix (H.273 8.1 to 8.3).
    package var oddities: [MetadataOddity] {
        var words: [String] = []
        if hasReservedPrimaries { words.append("colour primaries \(primaries) are reserved") }
        if ColourDescription.isReserved(transfer: transfer) {
            words.append("transfer characteristics \(transfer) are reserved")
        }
        if hasReservedMatrix { words.append("matrix coefficients \(matrix) are reserved") }
        return words.map { MetadataOddity(.reservedValue, $0) }
    }
}
