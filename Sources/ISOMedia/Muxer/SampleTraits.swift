import HEVC
import Media

/// The properties of a video sample, apart from size and times, in two bytes.
struct SampleTraits: Hashable, Sendable {
    /// NAL unit type in six bits, temporal level in three, then flags.
    private let bits: UInt16

    private enum Flag {
        static let sync: UInt16 = 1 << 9
        static let intra: UInt16 = 1 << 10
        static let disposable: UInt16 = 1 << 11
    }

    /// Packs the properties of a sample. Precondition: `temporalLevel` is at most 6.
    init(unitType: NALUnitType, temporalLevel: UInt8, flags: SampleFlags) {
        var bits = UInt16(unitType.rawValue) | UInt16(temporalLevel) << 6
        if flags.contains(.sync) { bits |= Flag.sync }
        if flags.contains(.intra) || unitType.isIRAP { bits |= Flag.intra }
        if flags.contains(.disposable) { bits |= Flag.disposable }
        self.bits = bits
    }

    /// NAL unit type of the slices.
    var unitType: NALUnitType { NALUnitType(rawValue: UInt8(truncatingIfNeeded: bits)) }
    /// TemporalId, 0 to 6.
    var temporalLevel: Int { Int(bits >> 6 & 7) }
    /// Whether decoding can start here.
    var isSync: Bool { bits & Flag.sync != 0 }
    /// Whether it depends on no other sample.
    var isIntra: Bool { bits & Flag.intra != 0 }
    /// Whether no other sample of its level depends on it.
    var isDisposable: Bool { bits & Flag.disposable != 0 }

    /// The byte of `sdtp`. A picture is disposable only in the highest level: higher levels may refer to a lower
    /// picture even if no picture of its own level does.
    func dependency(highestLevel: Int) -> SampleDependency {
        SampleDependency(
            isLeading: unitType.isRASL ? 1 : unitType.isRADL ? 3 : 2,
            dependsOn: isIntra ? 2 : 1,
            isDependedOn: isDisposable && temporalLevel == highestLevel ? 2 : 1,
            hasRedundancy: 2
        )
    }
}
