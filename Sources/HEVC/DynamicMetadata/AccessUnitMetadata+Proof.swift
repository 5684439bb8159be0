package import Media

extension AccessUnitMetadata {
    /// The differences between what the access unit has and what it must have: each part once, in its place, with these
    /// bytes, and nothing else. One phrase each; empty if there are none.
    ///
    /// - Parameter kinds: what is compared.
    package func faults(expecting expected: DynamicMetadata, of kinds: KeptMetadata = .all) -> [String] {
        (kinds.hdr10Plus ? messageFaults(expected.hdr10Plus) : [])
            + (kinds.dolbyVision ? unitFaults(expected.dolbyVision) : [])
    }

    private func messageFaults(_ expected: [UInt8]?) -> [String] {
        guard let expected else { return messages.isEmpty ? [] : ["it has HDR10+, which was not requested"] }
        guard let message = messages.first else { return ["its HDR10+ is missing"] }
        var faults: [String] = []
        if messages.count > 1 { faults.append("it has \(messages.count) messages of HDR10+ instead of 1") }
        if messages.contains(where: { $0.payload != expected }) { faults.append("its HDR10+ has other bytes") }
        if message.isBehindSlice || message.header.type != .prefixSEI {
            faults.append("its HDR10+ is not before the slices")
        }
        if let picture, message.header.temporalID != picture.temporalID {
            let (own, wanted) = (message.header.temporalID, picture.temporalID)
            faults.append("its HDR10+ has TemporalId \(own) instead of \(wanted)")
        }
        return faults
    }

    private func unitFaults(_ expected: [UInt8]?) -> [String] {
        guard let expected else { return units.isEmpty ? [] : ["it has an RPU, which was not requested"] }
        guard let unit = units.first else { return ["its RPU is missing"] }
        var faults: [String] = []
        if units.count > 1 { faults.append("it has \(units.count) RPUs instead of 1") }
        if unit.isFollowed, units.count == 1 { faults.append("its RPU is not the last unit") }
        if Array(unit.bytes.prefix(2)) != NALUnitHeader(type: .dolbyVisionMetadata).bytes {
            faults.append("its RPU does not begin with 7C 01")
        }
        for unit in units {
            do throws(BitstreamError) {
                let payload = try unit.bytes.withRawSpan(DolbyVisionUnit.init(unit:)).payload
                if payload != expected { faults.append("its RPU has other bytes") }
            } catch {
                faults.append("its RPU cannot be read: \(error.words)")
            }
        }
        return faults
    }
}
