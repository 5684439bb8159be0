import HEVC
import Media

/// Dolby Vision RPUs, each behind a start code, with or without the header of its NAL unit.
struct UnitFileParser: MetadataFileParser {
    private var unit: [UInt8] = []
    private var zeros = 0
    private var hasBegun = false
    private var count = 0

    mutating func take(_ block: [UInt8], _ body: ([UInt8]) throws -> Void) throws {
        for byte in block {
            if byte == 0 {
                zeros += 1
                continue
            }
            if byte == 1, zeros >= 2 {
                try end(body)
                (hasBegun, zeros) = (true, 0)
                continue
            }
            guard hasBegun else { throw MetadataFileFlaw("it does not begin with a start code") }
            // Zeros that precede no start code are part of the unit.
            guard unit.count + zeros < 2 * DynamicMetadata.payloadLimit else {
                throw MetadataFileFlaw(entry: count, "has more than \(DynamicMetadata.payloadLimit) bytes")
            }
            unit += repeatElement(0, count: zeros)
            zeros = 0
            unit.append(byte)
        }
    }

    mutating func finish(_ body: ([UInt8]) throws -> Void) throws {
        try end(body)
        guard count > 0 else { throw MetadataFileFlaw("it has no RPU") }
    }

    private mutating func end(_ body: ([UInt8]) throws -> Void) throws {
        defer { unit.removeAll(keepingCapacity: true) }
        guard hasBegun else { return }
        let header = NALUnitHeader(type: .dolbyVisionMetadata).bytes
        let whole = unit.starts(with: header) ? unit : header + unit
        let payload: [UInt8]
        do throws(BitstreamError) {
            payload = try whole.withRawSpan(DolbyVisionUnit.init(unit:)).payload
        } catch {
            throw MetadataFileFlaw(entry: count, "cannot be read: \(error.words)")
        }
        count += 1
        try body(payload)
    }
}
