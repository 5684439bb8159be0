extension HierarchyChecker {
    /// Activates an SPS, and checks the sub-layers of it and its VPS (ISO/IEC 23008-2 7.4.3).
    mutating func activate(_ sequence: SequenceParameterSet, _ header: NALUnitHeader) {
        let isKnown = active == sequence
        result.isNestingDeclared =
            sequence.isTemporalIDNested && (result.declaredSubLayers == 0 || result.isNestingDeclared)
        result.declaredSubLayers = max(result.declaredSubLayers, sequence.subLayers)
        active = sequence
        // Each sequence refers to the same sets; their faults are reported once.
        guard !isKnown else { return }
        let layers = sequence.subLayerDescription
        do throws(BitstreamError) {
            try layers.validate()
        } catch {
            find(.subLayerDescription, "SPS \(sequence.id): \(error.cause)", header: header)
        }
        guard let video = sets.videos[sequence.videoParameterSetID] else {
            return find(.missingParameterSet, "VPS \(sequence.videoParameterSetID) is missing", header: header)
        }
        if video.subLayers < sequence.subLayers {
            let words = "the VPS has \(video.subLayers) sub-layers, the SPS \(sequence.subLayers)"
            find(.subLayerDescription, words, header: header)
        }
        if video.isTemporalIDNested, !sequence.isTemporalIDNested {
            find(.subLayerDescription, "the VPS declares TemporalId nesting, the SPS does not", header: header)
        }
    }

    /// Checks that a picture within a sequence does not change its SPS.
    mutating func checkActivation(_ context: SliceHeader.Context, _ header: NALUnitHeader) {
        guard let active else { return activate(context.sequence, header) }
        if context.sequence.id != active.id {
            let words = "it refers to SPS \(context.sequence.id) in a sequence of SPS \(active.id)"
            find(.activation, words, header: header)
        } else if sets.replacedSequences.contains(active.id) {
            find(.activation, "SPS \(active.id) is replaced within its sequence", header: header)
        }
    }

    /// Checks the TemporalId of a picture against its type and its SPS (7.4.2.2).
    mutating func checkTemporalID(_ picture: CodedPicture, _ sequence: SequenceParameterSet) {
        let (type, level) = (picture.header.type, picture.header.temporalID)
        func found(_ checker: inout HierarchyChecker, _ kind: HierarchyFinding.Kind, _ words: String) {
            checker.find(kind, words, orderCount: picture.orderCount, header: picture.header)
        }
        if type.isIRAP, level > 0 { found(&self, .temporalID, "an IRAP picture has TemporalId \(level)") }
        if type.isTSA || type.isSTSA, level == 0 {
            found(&self, .temporalID, "a picture of type \(type.rawValue) cannot have TemporalId 0")
        }
        if Int(level) >= sequence.subLayers {
            found(&self, .temporalID, "TemporalId \(level) is not one of the \(sequence.subLayers) sub-layers")
        }
        if sequence.isTemporalIDNested, level > 0, !type.isTSA, !type.isRADL, !type.isRASL {
            found(
                &self,
                .nesting,
                "nesting is declared, but a picture of type \(type.rawValue) is not a switching point"
            )
        }
    }

    /// Checks the TemporalIds of the NAL units of an access unit against that of its picture (7.4.2.2).
    mutating func check(_ headers: [NALUnitHeader], picture: NALUnitHeader?) {
        guard let picture else {
            return find(.unreadable, "the access unit has no slice of the base layer")
        }
        let level = picture.temporalID
        for header in headers {
            let (type, own) = (header.type, header.temporalID)
            switch type {
            case .vps, .sps, .endOfSequence, .endOfBitstream:
                if own > 0 || level > 0 {
                    let words =
                        "a NAL unit of type \(type.rawValue) has TemporalId \(own) in an access unit of \(level)"
                    find(.temporalID, words, header: picture)
                }
            case .accessUnitDelimiter, .fillerData:
                if own != level { stray(header, in: picture) }
            case .pps, .prefixSEI, .suffixSEI, .dolbyVisionEnhancement:
                if own < level { stray(header, in: picture) }
            // Metadata of Dolby Vision has TemporalId 0 on every level: decoders accept no other.
            default: break
            }
        }
    }

    private mutating func stray(_ header: NALUnitHeader, in picture: NALUnitHeader) {
        let unit = "a NAL unit of type \(header.type.rawValue) has TemporalId \(header.temporalID)"
        find(.unitTemporalID, "\(unit) in an access unit of TemporalId \(picture.temporalID)", header: picture)
    }
}
