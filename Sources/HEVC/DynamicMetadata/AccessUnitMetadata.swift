package import Media

/// The dynamic HDR metadata in one access unit, or in one temporal unit of AV1, with the place of each part. A SEI unit
/// may hold other messages, too. Messages of other providers are listed, and their content is not kept.
package struct AccessUnitMetadata: Hashable, Sendable {
    /// A message of HDR10+.
    package struct Message: Hashable, Sendable {
        /// From the country code on.
        package var payload: [UInt8]
        /// The header of its SEI unit.
        package var header: NALUnitHeader
        /// Whether it is behind a slice.
        package var isBehindSlice: Bool
    }

    /// A NAL unit of type 62.
    package struct Unit: Hashable, Sendable {
        /// The whole NAL unit.
        package var bytes: [UInt8]
        /// Whether a unit follows it.
        package var isFollowed: Bool
    }

    /// Messages of HDR10+, in order.
    package private(set) var messages: [Message] = []
    /// RPUs, in order, not read yet.
    package private(set) var units: [Unit] = []
    /// Messages of T.35 from others.
    package private(set) var strangers: Set<RegisteredUserData> = []
    /// The header of its first slice; nil without one.
    package private(set) var picture: NALUnitHeader?
    /// Whether a unit ends its sequence or the bitstream.
    package private(set) var endsSequence = false
    /// Whether it has units of a Dolby Vision enhancement layer.
    package private(set) var hasEnhancement = false

    /// Whether there is neither.
    package var isEmpty: Bool { messages.isEmpty && units.isEmpty }

    /// Creates an empty description.
    package init() {}

    /// Reads a length-prefixed sample. Precondition: `lengthByteCount` is 1 to 4.
    ///
    /// Throws if its units cannot be told apart. SEI units that cannot be read are passed over, unless HDR10+ may be in
    /// them: then the error of reading them is thrown.
    package init(
        sample: RawSpan,
        lengthByteCount: Int = NALUnitCursor.lengthByteCount
    ) throws(BitstreamError) {
        var cursor = NALUnitCursor(lengthByteCount: lengthByteCount)
        while let range = try cursor.next(in: sample) { try add(unit: sample.extracting(range)) }
    }

    /// Reads an access unit in Annex B. Throws as `init(sample:lengthByteCount:)`; units without a header are passed
    /// over.
    package init(annexB stream: RawSpan) throws(BitstreamError) {
        for range in NALUnitFraming.unitsOfAnnexB(stream) where range.count >= NALUnitHeader.byteCount {
            try add(unit: stream.extracting(range))
        }
    }

    /// Takes the next unit of the access unit.
    package mutating func add(unit: RawSpan) throws(BitstreamError) {
        for index in units.indices { units[index].isFollowed = true }
        let header = try NALUnitHeader(unit)
        switch header.type {
        case .prefixSEI, .suffixSEI: try addMessages(unit, header)
        case .dolbyVisionMetadata: units.append(Unit(bytes: unit.copied(), isFollowed: false))
        case .dolbyVisionEnhancement: hasEnhancement = true
        case .endOfSequence, .endOfBitstream: endsSequence = true
        default: if header.type.isSlice, header.layerID == 0, picture == nil { picture = header }
        }
    }

    private mutating func addMessages(_ unit: RawSpan, _ header: NALUnitHeader) throws(BitstreamError) {
        // The first byte of a message is its type, unless that is 255 or more.
        guard let read = try? SupplementalMessage.messages(inUnit: unit) else {
            let start = EmulationPrevention.removed(from: unit.extracting(droppingFirst: 2), limit: 16)
            guard start.first == UInt8(RegisteredUserData.payloadType),
                RegisteredUserData(payload: Array(start.dropFirst(2))) == .hdr10Plus
            else { return }
            _ = try SupplementalMessage.messages(inUnit: unit)
            return
        }
        for message in read where message.payloadType == RegisteredUserData.payloadType {
            add(message: message.payload, header)
        }
    }

    /// Takes a message of T.35, from the country code on.
    mutating func add(message payload: [UInt8], _ header: NALUnitHeader) {
        let owner = RegisteredUserData(payload: payload)
        guard owner == .hdr10Plus else {
            strangers.insert(owner)
            return
        }
        messages.append(Message(payload: payload, header: header, isBehindSlice: picture != nil))
    }

    /// Takes a message of T.35 that a container stores outside of the access unit, from the country code on.
    package mutating func add(outsideMessage payload: [UInt8]) {
        add(message: payload, NALUnitHeader(type: .prefixSEI))
    }

    /// Takes an RPU that is not in a NAL unit.
    mutating func add(rpu: DolbyVisionUnit) { units.append(Unit(bytes: rpu.unit, isFollowed: false)) }

    /// The metadata of its picture. The same part twice counts once.
    ///
    /// Throws `invalid` if two parts of a kind differ or one is longer than `DynamicMetadata.payloadLimit`, and as
    /// `DolbyVisionUnit` for an RPU that is damaged.
    package func metadata() throws(BitstreamError) -> DynamicMetadata {
        var metadata = DynamicMetadata()
        for message in messages {
            guard message.payload.count <= DynamicMetadata.payloadLimit else {
                throw BitstreamError(.invalid, "HDR10+", "a message has \(message.payload.count) bytes")
            }
            guard (metadata.hdr10Plus ?? message.payload) == message.payload else {
                throw BitstreamError(.invalid, "HDR10+", "a picture has two messages, and they differ")
            }
            metadata.hdr10Plus = message.payload
        }
        for unit in units {
            let payload = try unit.bytes.withRawSpan(DolbyVisionUnit.init(unit:)).payload
            guard (metadata.dolbyVision ?? payload) == payload else {
                throw BitstreamError(.invalid, "Dolby Vision", "a picture has two RPUs, and they differ")
            }
            metadata.dolbyVision = payload
        }
        return metadata
    }
}
