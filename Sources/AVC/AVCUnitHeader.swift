/// The first byte of a NAL unit of H.264 (ISO/IEC 14496-10 7.3.1).
package struct AVCUnitHeader: Hashable, Sendable {
    /// nal_unit_type.
    package struct UnitType: RawRepresentable, Hashable, Sendable {
        /// 0 to 31.
        package let rawValue: UInt8

        /// Creates a type.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A slice of a picture that is not an IDR picture.
        package static let slice = UnitType(rawValue: 1)
        /// A slice of an IDR picture.
        package static let idrSlice = UnitType(rawValue: 5)
        /// Supplemental enhancement information.
        package static let sei = UnitType(rawValue: 6)
        /// A sequence parameter set.
        package static let sps = UnitType(rawValue: 7)
        /// A picture parameter set.
        package static let pps = UnitType(rawValue: 8)
    }

    /// nal_ref_idc, 0 to 3: 0 for a picture that no other picture refers to.
    package let referenceValue: UInt8
    /// nal_unit_type.
    package let type: UnitType

    /// Reads the byte.
    package init(_ byte: UInt8) {
        referenceValue = byte >> 5 & 3
        type = UnitType(rawValue: byte & 31)
    }
}
