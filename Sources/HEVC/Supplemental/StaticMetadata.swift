package import Media

/// SEI metadata of a whole film: mastering display, content light, preferred transfer, ambient viewing environment.
///
///     var metadata = StaticMetadata()
///     for unit in units { metadata.add(unit: unit) }
package struct StaticMetadata: Hashable, Sendable {
    /// mastering_display_colour_volume (ISO/IEC 23008-2 D.2.28), as coded.
    package var masteringDisplay: MasteringDisplay?
    /// content_light_level_info (D.2.35).
    package var contentLight: ContentLight?
    /// preferred_transfer_characteristics (D.2.38), a code of H.273 8.2: 18 turns a film that is tagged 14 into an HLG
    /// film.
    package var preferredTransfer: UInt8?
    /// ambient_viewing_environment (D.2.39).
    package var ambientViewing: AmbientViewing?
    /// Faults, at most 32 findings.
    package private(set) var findings: [MetadataFinding] = []

    private static let findingLimit = 32

    /// Creates metadata; nothing is specified by default.
    package init(
        masteringDisplay: MasteringDisplay? = nil,
        contentLight: ContentLight? = nil,
        preferredTransfer: UInt8? = nil,
        ambientViewing: AmbientViewing? = nil
    ) {
        self.masteringDisplay = masteringDisplay
        self.contentLight = contentLight
        self.preferredTransfer = preferredTransfer
        self.ambientViewing = ambientViewing
    }

    /// Takes the messages of a NAL unit; units that are not SEI are ignored. Unreadable parts become findings.
    package mutating func add(unit: RawSpan) {
        guard let type = try? NALUnitHeader(unit).type, type == .prefixSEI || type == .suffixSEI else { return }
        do throws(BitstreamError) {
            for message in try SupplementalMessage.messages(inUnit: unit) { add(message) }
        } catch {
            find(.unreadable, nil, error.words)
        }
    }

    /// Takes a message; other types are ignored.
    package mutating func add(_ message: SupplementalMessage) {
        let value = PayloadReader(message.payload)
        switch message.payloadType {
        case SupplementalMessage.masteringDisplayType:
            guard isComplete(message, 24, "mastering display") else { return }
            take(value.masteringDisplay, at: \.masteringDisplay, message, value.masteringDisplay.oddities)
        case SupplementalMessage.contentLightType:
            guard isComplete(message, 4, "content light level") else { return }
            take(value.contentLight, at: \.contentLight, message, value.contentLight.oddities)
        case SupplementalMessage.preferredTransferType:
            guard isComplete(message, 1, "preferred transfer characteristics") else { return }
            let transfer = message.payload[0]
            take(transfer, at: \.preferredTransfer, message, ColourDescription(transfer: transfer).oddities)
        case SupplementalMessage.ambientViewingType:
            guard isComplete(message, 8, "ambient viewing environment") else { return }
            take(value.ambientViewing, at: \.ambientViewing, message, value.ambientViewing.oddities)
        default: break
        }
    }

    /// Whether a message has all bytes of its syntax; another length is a finding.
    private mutating func isComplete(_ message: SupplementalMessage, _ size: Int, _ name: String) -> Bool {
        let count = message.payload.count
        if count == size { return true }
        let words = "the \(name) has \(count) bytes instead of \(size)"
        find(count < size ? .tooShort : .tooLong, message.payloadType, words)
        return count > size
    }

    /// The messages for the known values, in the order of their types.
    package var messages: [SupplementalMessage] {
        var messages: [SupplementalMessage] = []
        if let display = masteringDisplay {
            let points = [display.green, display.blue, display.red, display.whitePoint].flatMap { [$0.x, $0.y] }
            let bytes = points.flatMap { $0.bigEndianBytes }
            let luminance = display.maximumLuminance.bigEndianBytes + display.minimumLuminance.bigEndianBytes
            messages.append(
                SupplementalMessage(payloadType: SupplementalMessage.masteringDisplayType, payload: bytes + luminance)
            )
        }
        if let light = contentLight {
            let levels = [light.maximumContentLightLevel, light.maximumFrameAverageLightLevel]
            let bytes = levels.flatMap { $0.bigEndianBytes }
            messages.append(
                SupplementalMessage(payloadType: SupplementalMessage.contentLightType, payload: bytes)
            )
        }
        if let transfer = preferredTransfer {
            messages.append(
                SupplementalMessage(payloadType: SupplementalMessage.preferredTransferType, payload: [transfer])
            )
        }
        if let ambient = ambientViewing {
            let bytes = ambient.illuminance.bigEndianBytes + ambient.x.bigEndianBytes + ambient.y.bigEndianBytes
            messages.append(
                SupplementalMessage(payloadType: SupplementalMessage.ambientViewingType, payload: bytes)
            )
        }
        return messages
    }

    /// The same as prefix SEI NAL units with their headers, one per message, as in IRAP access units and in `hvcC`.
    package var units: [[UInt8]] { messages.map { SupplementalMessage.unit([$0]) } }

    /// Sets a value unless it is already set.
    private mutating func take<Value: Equatable>(
        _ value: Value,
        at place: WritableKeyPath<StaticMetadata, Value?>,
        _ message: SupplementalMessage,
        _ oddities: [MetadataOddity]
    ) {
        let type = message.payloadType
        if let first = self[keyPath: place] {
            if first != value { find(.contradiction, type, "it says \(value), an earlier one \(first)") }
            return
        }
        self[keyPath: place] = value
        for oddity in oddities { find(oddity.kind == .implausible ? .implausible : .reservedValue, type, oddity.words) }
    }

    private mutating func find(_ kind: MetadataFinding.Kind, _ type: Int?, _ explanation: String) {
        let finding = MetadataFinding(kind: kind, payloadType: type, explanation: explanation)
        guard findings.count < StaticMetadata.findingLimit, !findings.contains(finding) else { return }
        findings.append(finding)
    }
}

extension FixedWidthInteger {
    /// The bytes of the value, the highest first.
    fileprivate var bigEndianBytes: [UInt8] {
        stride(from: bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}
