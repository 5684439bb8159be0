/// The colour and light metadata of a film after reconciling container and bitstream.
///
/// The container takes precedence (ISO/IEC 14496-12 12.1.5), and the bitstream supplies what it leaves unspecified. A
/// warning reports every visible disagreement. Impossible values are kept with a warning. SEI 147 replaces the transfer
/// of the VUI, and of a container that merely repeats the VUI.
package struct SettledColour: Hashable, Sendable {
    /// The resulting metadata. `preferredTransfer` is set if `colour.transfer` follows it.
    package private(set) var metadata: ColourMetadata
    /// Warnings, one sentence each.
    package private(set) var warnings: [String] = []

    /// Reconciles both sides.
    package init(container: ColourMetadata, bitstream: ColourMetadata) {
        metadata = container.filled(from: bitstream)
        let tags = readable(container.colour, of: "container")
        var coded = readable(bitstream.colour, of: "bitstream")
        let preferred = readable(preferredTransfer: bitstream.preferredTransfer)
        metadata.preferredTransfer = nil
        var believed = tags
        if let preferred {
            if tags.transfer == preferred || tags.transfer == 2 {
                metadata.preferredTransfer = preferred
            } else if tags.isLikeBT709, coded.transfer == 2 || coded.isLikeBT709 {
                // A container with the compatible transfer copied it from the VUI, which SEI 147 replaces.
                metadata.preferredTransfer = preferred
                believed.transfer = preferred
                let name = ColourNames.name(of: preferred, in: ColourNames.transfers)
                warnings.append(
                    "transfer: the container says \(ColourNames.name(of: tags.transfer, in: ColourNames.transfers)), "
                        + "as a VUI does with SEI 147, which prefers \(name): the preferred one is used"
                )
            }
            coded.transfer = preferred
        }
        compare(believed, coded)
        metadata.colour = believed.filled(from: coded)
        compare(
            "chroma location",
            container.chromaLocation,
            bitstream.chromaLocation,
            words: ChromaLocationNames.name(of:)
        )
        compare(
            "mastering display",
            container.masteringDisplay,
            bitstream.masteringDisplay,
            areAlike: { $0.isClose(to: $1) }
        )
        compare("content light", container.contentLight, bitstream.contentLight)
        compare("ambient light", container.ambientViewing, bitstream.ambientViewing)
        judge()
    }

    // MARK: - Reserved codes

    private mutating func readable(_ colour: ColourDescription, of speaker: String) -> ColourDescription {
        for oddity in colour.oddities {
            warnings.append("\(speaker): \(oddity.words): it is treated as unspecified")
        }
        return colour.withoutReservedCodes
    }

    private mutating func readable(preferredTransfer code: UInt8?) -> UInt8? {
        guard let code, code != 2 else { return nil }
        guard ColourDescription.isReserved(transfer: code) else { return code }
        warnings.append(
            "bitstream: SEI 147 prefers transfer characteristics \(code), which are reserved: it is ignored"
        )
        return nil
    }

    // MARK: - Disagreement

    private mutating func compare(_ tags: ColourDescription, _ coded: ColourDescription) {
        compareCodes("primaries", tags.primaries, coded.primaries, ColourNames.primaries, areAlike: { $0 == [6, 7] })
        let areLikeBT709 = tags.isLikeBT709 && coded.isLikeBT709
        compareCodes("transfer", tags.transfer, coded.transfer, ColourNames.transfers) { _ in areLikeBT709 }
        compareCodes("matrix", tags.matrix, coded.matrix, ColourNames.matrices, areAlike: { $0 == [5, 6] })
        compare("range", tags.isFullRange, coded.isFullRange, words: { $0 ? "full" : "limited" })
    }

    private mutating func compareCodes(
        _ subject: String,
        _ container: UInt8,
        _ bitstream: UInt8,
        _ names: [String: UInt8],
        areAlike: (Set<UInt8>) -> Bool
    ) {
        compare(
            subject,
            container == 2 ? nil : container,
            bitstream == 2 ? nil : bitstream,
            areAlike: { areAlike([$0, $1]) },
            words: { ColourNames.name(of: $0, in: names) }
        )
    }

    /// Records that both specify a value, and that the values differ.
    private mutating func compare<Value: Equatable>(
        _ subject: String,
        _ container: Value?,
        _ bitstream: Value?,
        areAlike: (Value, Value) -> Bool = { _, _ in false },
        words: (Value) -> String = { "\($0)" }
    ) {
        guard let container, let bitstream, container != bitstream, !areAlike(container, bitstream) else { return }
        warnings.append(
            "\(subject): the container says \(words(container)), the bitstream \(words(bitstream)): "
                + "the container is used"
        )
    }

    // MARK: - Impossible values

    private mutating func judge() {
        var oddities = metadata.masteringDisplay?.oddities ?? []
        oddities += metadata.contentLight?.oddities ?? []
        oddities += metadata.ambientViewing?.oddities ?? []
        warnings += oddities.map { "\($0.words): it is kept unchanged" }
        if metadata.masteringDisplay != nil, !metadata.colour.isHDR {
            warnings.append("the film has a mastering display and is not tagged HDR: it is kept unchanged")
        }
    }
}

extension ColourDescription {
    /// Whether the transfer is one that H.273 8.2 calls functionally the same as BT.709.
    fileprivate var isLikeBT709: Bool { [1, 6, 14, 15].contains(transfer) }
}

extension MasteringDisplay {
    /// Whether two descriptions differ only by rounding: 0.0002 in a chromaticity, 1 cd/m² in the peak, 0.001 cd/m² in
    /// the black. Matroska uses floating point, AV1 binary fractions.
    fileprivate func isClose(to other: MasteringDisplay) -> Bool {
        func distance<Number: BinaryInteger>(_ one: Number, _ two: Number) -> Number {
            one > two ? one - two : two - one
        }
        let points = [(green, other.green), (blue, other.blue), (red, other.red), (whitePoint, other.whitePoint)]
        return points.allSatisfy { distance($0.x, $1.x) <= 10 && distance($0.y, $1.y) <= 10 }
            && distance(maximumLuminance, other.maximumLuminance) <= 10_000
            && distance(minimumLuminance, other.minimumLuminance) <= 10
    }
}
