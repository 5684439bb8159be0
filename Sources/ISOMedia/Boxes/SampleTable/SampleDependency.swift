/// The dependencies of a sample: one byte of `sdtp` (ISO/IEC 14496-12 8.6.4.3).
package struct SampleDependency: RawRepresentable, Hashable, Sendable {
    /// is_leading, sample_depends_on, sample_is_depended_on, sample_has_redundancy: two bits each, from the highest
    /// bits down.
    package let rawValue: UInt8

    /// Creates a value from any byte.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Packs four values of two bits.
    package init(isLeading: UInt8, dependsOn: UInt8, isDependedOn: UInt8, hasRedundancy: UInt8) {
        rawValue = (isLeading & 3) << 6 | (dependsOn & 3) << 4 | (isDependedOn & 3) << 2 | hasRedundancy & 3
    }

    /// 0 unknown, 1 leading and not decodable after random access, 2 not leading, 3 leading and decodable.
    package var isLeading: UInt8 { rawValue >> 6 }
    /// 0 unknown, 1 depends on others, 2 does not (an intra picture).
    package var dependsOn: UInt8 { rawValue >> 4 & 3 }
    /// 0 unknown, 1 others may depend on it, 2 none does: it is disposable.
    package var isDependedOn: UInt8 { rawValue >> 2 & 3 }
    /// 0 unknown, 1 with redundant coding, 2 without.
    package var hasRedundancy: UInt8 { rawValue & 3 }
}
