import Media

/// Resolves whether the colours of the source are converted.
extension JobResolver {
    /// The colours of the source as Y'CbCr: its tags, and for those that it has not, those of the manifest.
    private var declared: ColourDescription {
        source.video.colourAsYCbCr.filled(from: manifest.video.colour.description)
    }

    /// The colours that `hdr` and `colour` of the manifest ask for: those of the source for what they leave open. Nil
    /// if they contradict each other.
    private var asked: ColourDescription? {
        let (tagged, declared) = (source.video.colour, declared)
        // What the source does not say is a tag, and no wish.
        var given = manifest.video.colour
        if tagged.primaries == 2 { given.primaries = nil }
        if tagged.transfer == 2 { given.transfer = nil }
        if tagged.matrix == 2 { given.matrix = nil }
        var target = declared
        target.transfer = given.transfer ?? declared.transfer
        if let range = askedRange, range != Manifest.DynamicRange(transfer: target.transfer) {
            guard given.transfer == nil || given.transfer == declared.transfer else { return nil }
            target = range.colour
        }
        target.primaries = given.primaries ?? target.primaries
        target.matrix = given.matrix ?? target.matrix
        return target
    }

    /// Whether the manifest asks for other primaries or another transfer than an RGB source has. Its matrix is chosen
    /// freely.
    var convertsRGB: Bool {
        guard source.video.isRGB == true else { return false }
        return asked.map { $0.primaries != declared.primaries || $0.transfer != declared.transfer } ?? true
    }

    /// The colours of the film: those of the source, or those that `hdr` and `colour` of the manifest ask for.
    mutating func resolveConversion() -> ColourDescription {
        guard let asked else {
            let name = ColourNames.name(of: manifest.video.colour.transfer ?? 2, in: ColourNames.transfers)
            let words = "is \(askedRange?.rawValue ?? ""), but video.colour.transfer is \(name)"
            report("video.hdr", words, "leave one of them out")
            return declared
        }
        let reason = manifest.video.range == nil && codec == .h264 ? "H.264 is SDR" : "as requested"
        return converting(declared, to: asked, asked.hasColours(of: declared) ? nil : reason)
    }

    /// Reports a tone map that nothing needs, unless there is another reason why nothing is converted.
    mutating func checkToneMap() {
        let hasObstacle = issues.contains { ["preset", "video.colour", "video.hdr"].contains($0.key) }
        let isUsed = colours.contains { $0.toneMap != nil }
        guard manifest.video.toneMap != nil, !isUsed, !hasObstacle else { return }
        report("video.toneMap", "is for HDR that becomes SDR, and nothing does here", "leave the key out")
    }

    /// Settles the conversions to the colours of the film, one for each set of colours that the films of the source
    /// have; reports why one is impossible.
    ///
    /// - Parameters:
    ///   - declared: the colours of the source as a whole.
    ///   - reason: as in "preset aerial"; nil if nobody asks for other colours than those of the whole.
    mutating func converting(
        _ declared: ColourDescription,
        to wanted: ColourDescription,
        _ reason: String?
    ) -> ColourDescription {
        let isSame = declared.hasColours(of: wanted)
        var target = isSame ? declared : wanted
        target.isFullRange = target.isFullRange ?? declared.isFullRange
        colours = []
        let key = manifest.video.range == nil ? "video.colour" : "video.hdr"
        var obstacles: [String] = []
        for film in source.parts {
            let own = film.video.colourAsYCbCr.filled(from: declared)
            let stays = own.hasColours(of: target) || source.films != nil && own.isAlike(to: target)
            guard !stays, !colours.contains(where: { $0.areFor(own) }) else { continue }
            let name = source.films == nil ? "the source" : film.fileName
            let found = [
                own.obstacleToConversion.map { "of \(name), \($0)" },
                target.obstacleToConversion.map { "of the film, \($0)" },
            ].compactMap(\.self)
            guard found.isEmpty,
                let terms = ColourConversion.Terms(from: own, to: target, toneMap: manifest.video.toneMap)
            else {
                obstacles += found.filter { !obstacles.contains($0) }
                continue
            }
            colours.append(terms)
        }
        guard obstacles.isEmpty else {
            colours = []
            let remedy =
                reason == nil
                ? "convert that film first, or encode it alone"
                : declared.isSpecified
                    ? "leave the key out to keep the colours as they are"
                    : "say in video.colour what the source has, as in "
                        + "{primaries: bt709, transfer: bt709, matrix: bt709}"
            for words in obstacles { report(key, "the colours cannot be converted: \(words)", remedy) }
            return declared
        }
        changesColours = !isSame
        guard !colours.isEmpty else { return target }
        settleConversions(to: target, reason ?? reasonOfColours ?? "the colours of the films")
        return target
    }

    private mutating func settleConversions(to target: ColourDescription, _ reason: String) {
        let sources = colours.map { "\($0.source)" }.joined(separator: ", and from ")
        settle("video.colour", "\(target)", "\(reason): converted from \(sources)")
        guard let toneMap = colours.lazy.compactMap(\.toneMap).first else { return }
        let words = manifest.video.toneMap == nil ? "the default, made for graded films" : "as requested"
        let needsPeak = colours.contains { $0.toneMap != nil && $0.dependsOnPeak }
        settle("video.toneMap", toneMap.rawValue, words + (needsPeak ? "; the scout measures the peak" : ""))
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
