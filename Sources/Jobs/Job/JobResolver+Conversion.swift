import Media

/// Resolves whether the colours of the source are converted.
extension JobResolver {
    /// The colours of the source: its tags, and for those that it has not, those of the manifest.
    private var declared: ColourDescription {
        let given = manifest.video.colour
        return source.video.colour.filled(
            from: ColourDescription(
                primaries: given.primaries ?? 2,
                transfer: given.transfer ?? 2,
                matrix: given.matrix ?? 2
            )
        )
    }

    /// The colours of the film: those of the source, or those that `hdr` and `colour` of the manifest ask for.
    mutating func resolveConversion() -> ColourDescription {
        let (tagged, declared) = (source.video.colour, declared)
        // What the source does not say is a tag, and no wish.
        var given = manifest.video.colour
        if tagged.primaries == 2 { given.primaries = nil }
        if tagged.transfer == 2 { given.transfer = nil }
        if tagged.matrix == 2 { given.matrix = nil }
        var target = declared
        target.transfer = given.transfer ?? declared.transfer
        if let range = manifest.video.range, range != Manifest.DynamicRange(transfer: target.transfer) {
            guard given.transfer == nil || given.transfer == declared.transfer else {
                let name = ColourNames.name(of: target.transfer, in: ColourNames.transfers)
                let words = "is \(range.rawValue), but video.colour.transfer is \(name)"
                report("video.hdr", words, "leave one of them out")
                return declared
            }
            target = range.colour
        }
        target.primaries = given.primaries ?? target.primaries
        target.matrix = given.matrix ?? target.matrix
        return converting(declared, to: target, "as requested")
    }

    /// Reports a tone map that nothing needs, unless there is another reason why nothing is converted.
    mutating func checkToneMap() {
        let hasObstacle = issues.contains { ["preset", "video.colour", "video.hdr"].contains($0.key) }
        guard manifest.video.toneMap != nil, colours?.toneMap == nil, !hasObstacle else { return }
        report("video.toneMap", "is for HDR that becomes SDR, and nothing does here", "leave the key out")
    }

    /// Settles the conversion from one colour to another; reports why it is impossible. Precondition: the source is not
    /// RGB.
    ///
    /// - Parameter reason: as in "preset aerial".
    mutating func converting(
        _ declared: ColourDescription,
        to wanted: ColourDescription,
        _ reason: String
    ) -> ColourDescription {
        let isSame =
            declared.primaries == wanted.primaries && declared.transfer == wanted.transfer
            && declared.matrix == wanted.matrix
        guard !isSame else { return declared }
        var target = wanted
        target.isFullRange = wanted.isFullRange ?? declared.isFullRange
        let key = manifest.video.range == nil ? "video.colour" : "video.hdr"
        let isTagged = ![declared.primaries, declared.transfer, declared.matrix].contains(2)
        let remedy =
            isTagged
            ? "leave the key out to keep the colours as they are"
            : "say in video.colour what the source has, as in {primaries: bt709, transfer: bt709, matrix: bt709}"
        var obstacles = [declared.obstacleToConversion.map { "of the source, \($0)" }]
        obstacles.append(target.obstacleToConversion.map { "of the film, \($0)" })
        if source.parts.contains(where: { $0.video.colour != source.video.colour }) {
            obstacles.append("the films of the list have different colours")
        }
        let found = obstacles.compactMap(\.self)
        let asked = manifest.video.toneMap
        guard found.isEmpty, let terms = ColourConversion.Terms(from: declared, to: target, toneMap: asked) else {
            for words in found { report(key, "the colours cannot be converted: \(words)", remedy) }
            return declared
        }
        colours = terms
        settle("video.colour", "\(target)", "\(reason): converted from \(declared)")
        if let toneMap = terms.toneMap {
            let words = asked == nil ? "the default, made for graded films" : "as requested"
            let peak = terms.dependsOnPeak ? "; the scout measures the peak" : ""
            settle("video.toneMap", toneMap.rawValue, words + peak)
        }
        return target
    }
}

extension Manifest.DynamicRange {
    /// The range of a code of TransferCharacteristics.
    init(transfer: UInt8) {
        self =
            switch transfer {
            case 16: .hdr10
            case 18: .hlg
            default: .sdr
            }
    }

    /// The usual colours of a film of this range, in the range of its source's samples.
    fileprivate var colour: ColourDescription {
        switch self {
        case .sdr: ColourDescription(primaries: 1, transfer: 1, matrix: 1)
        case .hlg: ColourDescription(primaries: 9, transfer: 18, matrix: 9)
        case .hdr10: ColourDescription(primaries: 9, transfer: 16, matrix: 9)
        }
    }
}
