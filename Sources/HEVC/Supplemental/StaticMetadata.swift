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
        let known: (size: Int, name: String)
        switch message.payloadType {
        case SupplementalMessage.masteringDisplayType: known = (24, "mastering display")
        case SupplementalMessage.contentLightType: known = (4, "content light level")
        case SupplementalMessage.preferredTransferType: known = (1, "preferred transfer characteristics")
        case SupplementalMessage.ambientViewingType: known = (8, "ambient viewing environment")
        default: return
        }
        let (type, count) = (message.payloadType, message.payload.count)
        guard count >= known.size else {
            return find(.tooShort, type, "the \(known.name) has \(count) bytes instead of \(known.size)")
        }
        if count > known.size {
            find(.tooLong, type, "the \(known.name) has \(count) bytes instead of \(known.size)")
        }
        let value = PayloadReader(message.payload)
        switch type {
        case SupplementalMessage.masteringDisplayType: take(value.masteringDisplay, at: \.masteringDisplay, type)
        case SupplementalMessage.contentLightType: take(value.contentLight, at: \.contentLight, type)
        case SupplementalMessage.preferredTransferType: take(message.payload[0], at: \.preferredTransfer, type)
        default: take(value.ambientViewing, at: \.ambientViewing, type)
        }
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

    /// Sets a value unless it is already set, and checks it.
    private mutating func take<Value: Equatable>(
        _ value: Value,
        at place: WritableKeyPath<StaticMetadata, Value?>,
        _ type: Int
    ) {
        if let first = self[keyPath: place] {
            if first != value { find(.contradiction, type, "it says \(value), an earlier one \(first)") }
            return
        }
        self[keyPath: place] = value
        let oddities: [MetadataOddity]
        switch value {
        case let display as MasteringDisplay: oddities = display.oddities
        case let light as ContentLight: oddities = light.oddities
        case let ambient as AmbientViewing: oddities = ambient.oddities
        case let transfer as UInt8:
            oddities = ColourDescription(transfer: transfer).oddities
        default: oddities = []
        }
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
