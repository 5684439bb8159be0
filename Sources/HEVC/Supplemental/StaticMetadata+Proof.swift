extension StaticMetadata {
    /// The differences between length-prefixed NAL units and this metadata. Each message must be present once, before
    /// the slices and with these values, and no message that is not here. One sentence each; empty if there are none.
    /// Other SEI messages are ignored.
    ///
    /// An access unit without these messages is checked with empty metadata.
    package func faults(inSample sample: RawSpan) -> [String] {
        var found: [SupplementalMessage] = []
        var faults: [String] = []
        do throws(BitstreamError) {
            var isBehindSlices = false
            var cursor = NALUnitCursor()
            while let range = try cursor.next(in: sample) {
                let unit = sample.extracting(range)
                let type = try NALUnitHeader(unit).type
                if type.isSlice { isBehindSlices = true }
                guard type == .prefixSEI || type == .suffixSEI else { continue }
                let messages = try SupplementalMessage.messages(inUnit: unit)
                    .filter { StaticMetadata.names[$0.payloadType] != nil }
                if isBehindSlices, let message = messages.first {
                    faults.append("\(StaticMetadata.name(message)) is after the slices")
                }
                found += messages
            }
        } catch {
            return ["its NAL units cannot be read: \(error.words)"]
        }
        for message in messages {
            let said = found.filter { $0.payloadType == message.payloadType }
            if said.isEmpty { faults.append("\(StaticMetadata.name(message)) is missing") }
            if said.count > 1 { faults.append("\(StaticMetadata.name(message)) appears \(said.count) times") }
            if let other = said.first(where: { $0 != message }) {
                faults.append(
                    "\(StaticMetadata.name(message)) has the bytes \(StaticMetadata.digits(other.payload)) "
                        + "instead of \(StaticMetadata.digits(message.payload))"
                )
            }
        }
        let wanted = Set(messages.map(\.payloadType))
        for type in Set(found.map(\.payloadType)).subtracting(wanted).sorted() {
            faults.append(
                "\(StaticMetadata.name(SupplementalMessage(payloadType: type, payload: []))) was not requested"
            )
        }
        return faults
    }

    /// The same for separate NAL units, each with its header, as in `hvcC`.
    package func faults(inUnits units: [[UInt8]]) -> [String] {
        var sample: [UInt8] = []
        for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
        return sample.withRawSpan { faults(inSample: $0) }
    }

    /// The messages that describe a film.
    private static let names = [
        SupplementalMessage.masteringDisplayType: "the mastering display",
        SupplementalMessage.contentLightType: "the content light level",
        SupplementalMessage.preferredTransferType: "the preferred transfer",
        SupplementalMessage.ambientViewingType: "the ambient viewing environment",
    ]

    private static func name(_ message: SupplementalMessage) -> String {
        "\(names[message.payloadType] ?? "a message") (SEI \(message.payloadType))"
    }

    /// At most 32 bytes, in hexadecimal.
    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.prefix(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            + (bytes.count > 32 ? "..." : "")
    }
}
