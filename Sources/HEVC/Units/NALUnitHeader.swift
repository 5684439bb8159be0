/// The two bytes at the start of every NAL unit (ISO/IEC 23008-2 7.3.1.2).
package struct NALUnitHeader: Hashable, Sendable {
    /// Bytes of the header.
    package static let byteCount = 2

    /// The type of the NAL unit.
    package var type: NALUnitType
    /// nuh_layer_id, 0 to 63; 0 in a stream of one layer.
    package var layerID: UInt8
    /// TemporalId, 0 to 6.
    package var temporalID: UInt8

    /// Creates a header. Precondition: `layerID < 64`, `temporalID < 7`.
    package init(type: NALUnitType, layerID: UInt8 = 0, temporalID: UInt8 = 0) {
        precondition(layerID < 64 && temporalID < 7, "nuh_layer_id has six bits, TemporalId ends at 6")
        self.type = type
        self.layerID = layerID
        self.temporalID = temporalID
    }

    /// Reads the header of a NAL unit without start code or length.
    package init(_ unit: RawSpan) throws(BitstreamError) {
        guard unit.byteCount >= NALUnitHeader.byteCount else {
            throw BitstreamError(.truncated, "nal_unit_header", "a NAL unit of \(unit.byteCount) bytes has no header")
        }
        let (first, second) = (unit.byte(at: 0), unit.byte(at: 1))
        guard first & 0x80 == 0 else {
            throw BitstreamError(.invalid, "forbidden_zero_bit", "it is 1: these bytes are not a NAL unit")
        }
        guard second & 7 != 0 else {
            throw BitstreamError(.invalid, "nuh_temporal_id_plus1", "it is 0: these bytes are not a NAL unit")
        }
        type = NALUnitType(rawValue: first >> 1)
        layerID = first << 5 & 0x20 | second >> 3
        temporalID = second & 7 - 1
    }

    /// The two bytes.
    package var bytes: [UInt8] {
        [type.rawValue << 1 | layerID >> 5, layerID << 3 | (temporalID + 1)]
    }
}
