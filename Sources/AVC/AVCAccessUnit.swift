package import HEVC

/// What a sample of H.264 says about its picture: the types of its NAL units, and those of its slices.
///
/// A sample that Granary writes has slices only: parameter sets are in `avcC`, and there is no metadata.
package struct AVCAccessUnit: Hashable, Sendable {
    /// nal_unit_type of the slices, which is the same for all.
    package let unitType: AVCUnitHeader.UnitType
    /// Whether no other picture refers to it.
    package let isDisposable: Bool
    /// Whether all of its slices are I slices.
    package let isIntra: Bool

    /// Whether decoding can start here.
    package var isIDR: Bool { unitType == .idrSlice }

    /// Reads a sample: NAL units after lengths of four bytes.
    ///
    /// Throws if it has anything but slices of one picture.
    package init(sample: RawSpan) throws(BitstreamError) {
        var cursor = NALUnitCursor()
        var found: AVCUnitHeader?
        var isIntra = true
        while let range = try cursor.next(in: sample) {
            let unit = sample.extracting(range)
            let header = AVCUnitHeader(unit.byte(at: 0))
            guard header.type == .slice || header.type == .idrSlice else {
                let cause = "a NAL unit of type \(header.type.rawValue) is in a sample, which has slices only"
                throw BitstreamError(.invalid, "nal_unit_type", cause)
            }
            guard found == nil || found == header else {
                throw BitstreamError(.invalid, "nal_unit_type", "the slices of a picture differ in type")
            }
            found = header
            if try !Self.isIntra(slice: unit) { isIntra = false }
        }
        guard let found else { throw BitstreamError(.missing, "NAL unit", "the sample is empty") }
        unitType = found.type
        isDisposable = found.referenceValue == 0
        self.isIntra = isIntra
    }

    /// The bytes that the first two elements of a slice header can have at most, with emulation prevention.
    private static let longestStart = 16

    /// Reads slice_type (7.3.3): 2 and 7 are I slices.
    private static func isIntra(slice unit: RawSpan) throws(BitstreamError) -> Bool {
        let payload = EmulationPrevention.removed(from: unit.extracting(droppingFirst: 1), limit: longestStart)
        var bits = BitReader(payload)
        _ = try bits.unsigned("first_mb_in_slice")
        return try bits.unsigned("slice_type", atMost: 9) % 5 == 2
    }
}
