import Media

/// Resolves which dynamic HDR metadata of the source the film keeps.
extension JobResolver {
    /// What is kept; nil for nothing. Reports what is asked for and cannot be kept.
    mutating func resolveDynamicMetadata(_ encoder: EncoderSettings) -> KeptMetadata? {
        guard let asked = manifest.video.dynamicMetadata else { return nil }
        var kept = KeptMetadata.none
        let present = KeptMetadata(
            hdr10Plus: summaries.contains(where: \.hasHDR10Plus),
            dolbyVision: source.video.dolbyVision != nil || summaries.contains(where: \.hasDolbyVision)
        )
        if asked.keepsAll, present.isEmpty {
            reportMetadata("the source has neither HDR10+ nor Dolby Vision", "leave the key out")
            return nil
        }
        let wanted = asked.keepsAll ? present : asked.kept
        if wanted.fromSource.hdr10Plus { kept.hdr10Plus = keepsHDR10Plus(encoder) }
        if wanted.measuresHDR10Plus, canMeasureHDR10Plus(encoder) { kept = kept.measuringHDR10Plus }
        if wanted.dolbyVision { kept.dolbyVision = keepsDolbyVision(encoder) }
        guard !kept.isEmpty else { return nil }
        let files = (source.metadataFiles ?? []).filter { asked.files[$0.kind] != nil }
        if !files.isEmpty {
            kept.files = Dictionary(
                files.map { ($0.kind.rawValue, $0.contentHash) },
                uniquingKeysWith: { first, _ in first }
            )
        }
        settle(Self.metadataKey, "\(kept)", reason(keeping: kept, changesGeometry(encoder)))
        return kept
    }

    private func reason(keeping kept: KeptMetadata, _ movesPixels: Bool) -> String {
        var words = kept.fromSource.isEmpty ? [] : ["kept byte for byte"]
        if kept.measuresHDR10Plus { words.append("HDR10+ is made from the light of each scene, profile A") }
        if kept.dolbyVision, source.video.dolbyVision?.profile == 7 {
            let isLost = summaries.contains(where: \.hasFullEnhancement)
            words.append("RPUs of profile 7 become 8.1" + (isLost ? ", without their enhancement layer" : ""))
        }
        if kept.dolbyVision, source.video.dolbyVision?.profile == 10 { words.append("profile 10 becomes 8 in HEVC") }
        if kept.dolbyVision, movesPixels, summaries.contains(where: \.hasActiveArea) {
            words.append("active areas are moved with the picture")
        }
        for file in source.metadataFiles ?? [] { words.append("from \(file.path)") }
        if kept.hdr10Plus, kept.dolbyVision { words.append("some players have trouble with both kinds in one film") }
        return words.joined(separator: "; ")
    }

    private static let metadataKey = "video.dynamicMetadata"

    private var summaries: [DynamicMetadataSummary] { source.parts.compactMap(\.video.dynamicMetadata) }

    private mutating func reportMetadata(_ problem: String, _ remedy: String) {
        report(Self.metadataKey, problem, remedy)
    }

    /// Whether HDR10+ can be kept; reports why it cannot.
    private mutating func keepsHDR10Plus(_ encoder: EncoderSettings) -> Bool {
        let remedy = "drop it: dynamicMetadata: {hdr10plus: drop, dolbyVision: keep}, or drop both"
        var faults = summaries.flatMap(\.hdr10PlusObstacles)
        if faults.isEmpty, !summaries.contains(where: { $0.hdr10PlusCount > 0 }) { faults = ["the source has none"] }
        if encoder.colour.transfer != 16 { faults.append("the film is not PQ") }
        if changesGeometry(encoder), summaries.contains(where: { $0.windowCount > 1 }) {
            faults.append("it has windows in pixels of the whole picture, and the film is cropped or scaled")
        }
        faults += commonFaults(encoder)
        for fault in faults { reportMetadata("HDR10+ cannot be kept: \(fault)", remedy) }
        return faults.isEmpty
    }

    /// Whether HDR10+ can be made; reports why it cannot.
    private mutating func canMeasureHDR10Plus(_ encoder: EncoderSettings) -> Bool {
        var faults = [encoder.colour.obstacleToHDR10Plus].compactMap(\.self)
        if !colours.isEmpty { faults.append("the colours of the source are converted") }
        faults += compositionFaults
        let depths = (film: encoder.format.bitDepth, source: source.video.format.bitDepth)
        if depths.film != 10 {
            faults.append("it needs 10 bits, and the film has \(depths.film)")
        } else if depths.source != 10 {
            faults.append("it needs 10 bits, and the source has \(depths.source)")
        }
        for fault in faults { reportMetadata("HDR10+ cannot be measured: \(fault)", "drop it") }
        return faults.isEmpty
    }

    /// Whether Dolby Vision can be kept; reports why it cannot.
    private mutating func keepsDolbyVision(_ encoder: EncoderSettings) -> Bool {
        let remedy = "drop it: dynamicMetadata: {hdr10plus: keep, dolbyVision: drop}, or drop both"
        var faults = summaries.flatMap(\.dolbyVisionObstacles)
        if faults.isEmpty, !summaries.contains(where: { $0.dolbyVisionCount > 0 }) {
            faults = ["no picture of the source has an RPU"]
        }
        if let record = source.video.dolbyVision {
            if let obstacle = record.obstacleToKeeping(over: encoder.colourMetadata) { faults.append(obstacle) }
        } else {
            faults.append("the container has no Dolby Vision record, so its compatibility is unknown")
        }
        for film in source.parts {
            let isGiven = film.metadataFiles?.contains { $0.kind == .dolbyVision } == true
            guard let found = film.video.dynamicMetadata, film.cut == nil || isGiven, faults.isEmpty else { continue }
            let missing = found.pictureCount - found.dolbyVisionCount
            if missing > 0 {
                faults.append("\(missing) of \(counted(found.pictureCount, "picture")) have no RPU")
            }
        }
        if changesGeometry(encoder), summaries.contains(where: \.hasUnreadableArea) {
            faults.append("the active area of an RPU cannot be read, and the film is cropped or scaled")
        }
        faults += commonFaults(encoder)
        for fault in faults { reportMetadata("Dolby Vision cannot be kept: \(fault)", remedy) }
        return faults.isEmpty
    }

    /// Whether pixels of the film are at other places than those of the source. Padding on the right and the bottom
    /// moves none.
    private func changesGeometry(_ encoder: EncoderSettings) -> Bool {
        region != nil || (shownSize ?? encoder.size) != source.video.size
    }

    /// What prevents either kind.
    private func commonFaults(_ encoder: EncoderSettings) -> [String] {
        var faults: [String] = []
        if encoder.format.bitDepth != 10 { faults.append("the film has \(encoder.format.bitDepth) bits instead of 10") }
        if encoder.colour != source.video.colour { faults.append("the colour of the film differs from the source's") }
        return faults + compositionFaults
    }
}

extension DolbyVision {
    /// Why pictures with these tags cannot keep the metadata; nil if they can: profiles 8.1, 8.2 and 8.4, and 7 and 10,
    /// which become them.
    fileprivate func obstacleToKeeping(over metadata: ColourMetadata) -> String? {
        let other = "profile \(profileName) is not carried; 8.1, 8.2, 8.4, 10.1, 10.2, 10.4 and 7 are"
        switch (profile, compatibility) {
        case (5, _), (10, 0):
            return "profile \(profileName) has its own colours, which only its metadata makes visible; "
                + "it cannot be re-encoded"
        case (7, _), (8, _), (10, _): break
        default: return other
        }
        let transfer = metadata.preferredTransfer ?? metadata.colour.transfer
        let expected: (name: String, transfers: Set<UInt8>)? =
            switch ofBaseLayer.compatibility {
            case 1: ("HDR10, which is PQ", [16])
            case 2: ("SDR", [1, 6, 14])
            case 4: ("HLG", [18])
            default: nil
            }
        guard let expected else { return other }
        guard expected.transfers.contains(transfer) else {
            return "profile \(profileName) needs pictures in \(expected.name), but the film has another transfer"
        }
        return nil
    }
}
