package import Media

/// The colour and light metadata in an HEVC stream itself: the VUI of its SPS, and the SEI messages of `hvcC` and of
/// the first access unit.
///
///     var stream = StreamColour()
///     for unit in unitsOfConfiguration { stream.add(unit: unit) }
///     stream.add(sample: firstSample, lengthByteCount: 4)
///     let metadata = stream.metadata
package struct StreamColour: Hashable, Sendable {
    /// Whether an SPS could be read; without one, colours are unknown.
    package private(set) var hasSequence = false
    /// Whether there is HDR10+ metadata (SMPTE ST 2094-40).
    package private(set) var hasDynamicMetadata = false
    /// Whether there are NAL units of Dolby Vision: metadata (RPU) or an enhancement layer.
    package private(set) var hasDolbyVision = false
    private var usability: VideoUsability?
    private var messages = StaticMetadata()
    private var faults: [String] = []

    private static let faultLimit = 8

    /// Creates an empty description.
    package init() {}

    /// Takes a NAL unit of the base layer, with its header and without start code or length. A later SPS replaces an
    /// earlier one, as in a stream; of SEI messages the first of a kind is used.
    package mutating func add(unit: RawSpan) {
        guard let header = try? NALUnitHeader(unit), header.layerID == 0 else { return }
        switch header.type {
        case .sps:
            do throws(BitstreamError) {
                usability = try SequenceParameterSet(unit: unit).usability
                hasSequence = true
            } catch {
                fault("an SPS cannot be read and is ignored: \(error.words)")
            }
        case .prefixSEI, .suffixSEI:
            messages.add(unit: unit)
            let read = try? SupplementalMessage.messages(inUnit: unit)
            if read?.contains(where: \.isHDR10Plus) == true { hasDynamicMetadata = true }
        case .dolbyVisionMetadata, .dolbyVisionEnhancement: hasDolbyVision = true
        default: break
        }
    }

    /// Takes the NAL units before the first slice of a length-prefixed sample, or of the start of one. From the rest it
    /// only finds out whether there are NAL units of Dolby Vision. Precondition: `lengthByteCount` is 1 to 4.
    package mutating func add(sample: RawSpan, lengthByteCount: Int) {
        var cursor = NALUnitCursor(lengthByteCount: lengthByteCount)
        var isBehindSlice = false
        do throws(BitstreamError) {
            while let range = try cursor.next(in: sample) {
                let unit = sample.extracting(range)
                let type = try NALUnitHeader(unit).type
                if type.isSlice { isBehindSlice = true }
                if !isBehindSlice || type.isOfDolbyVision { add(unit: unit) }
            }
        } catch  where isBehindSlice || error.code == .truncated {
            // The slices may be longer than the part of the sample that was read. An error after them is not reported
            // here.
        } catch {
            fault("the first access unit cannot be divided into NAL units: \(error.words)")
        }
    }

    /// Takes the NAL units before the first slice of an Annex B stream. From the rest it only finds out whether there
    /// are NAL units of Dolby Vision.
    package mutating func add(annexB stream: RawSpan) {
        var isBehindSlice = false
        for range in NALUnitFraming.unitsOfAnnexB(stream) {
            let unit = stream.extracting(range)
            guard let type = try? NALUnitHeader(unit).type else { continue }
            if type.isSlice { isBehindSlice = true }
            if !isBehindSlice || type.isOfDolbyVision { add(unit: unit) }
        }
    }

    /// The metadata.
    package var metadata: ColourMetadata {
        ColourMetadata(
            colour: usability?.colour ?? .unspecified,
            masteringDisplay: messages.masteringDisplay,
            contentLight: messages.contentLight,
            ambientViewing: messages.ambientViewing,
            preferredTransfer: messages.preferredTransfer,
            chromaLocation: usability?.chromaLocation?.topField
        )
    }

    /// Unreadable or contradictory messages, one sentence each. Values that are odd in themselves are not included (see
    /// `SettledColour`).
    package var warnings: [String] {
        let odd = messages.findings.filter { $0.kind != .reservedValue && $0.kind != .implausible }
        return faults + odd.map { $0.sentence }
    }

    private mutating func fault(_ words: String) {
        guard faults.count < StreamColour.faultLimit, !faults.contains(words) else { return }
        faults.append(words)
    }
}

extension MetadataFinding {
    /// The finding and its consequence.
    fileprivate var sentence: String {
        let place = payloadType.map { "SEI \($0): " } ?? "an SEI unit: "
        return switch kind {
        case .unreadable, .tooShort: "\(place)\(explanation): it is ignored"
        case .contradiction: "\(place)\(explanation): the first one is used"
        case .tooLong, .reservedValue, .implausible: place + explanation
        }
    }
}

extension SupplementalMessage {
    /// Whether it is dynamic metadata of SMPTE ST 2094-40.
    fileprivate var isHDR10Plus: Bool {
        payloadType == RegisteredUserData.payloadType && RegisteredUserData(payload: payload) == .hdr10Plus
    }
}
