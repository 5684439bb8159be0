import HEVC
import Media

/// Parameter sets of a stream with temporal sub-layers, 160x96 in Main, written field by field from ISO/IEC 23008-2
/// 7.3.2.2.
enum LayeredParameterSets {
    /// Levels of the sub-layers below the highest, which has level 3.0 (90); nil if none is coded.
    static func make(subLayerLevels: [UInt8?]) -> ParameterSets {
        var sets = Fixture.sets
        sets.sps = sequence(subLayerLevels)
        return sets
    }

    private static func sequence(_ levels: [UInt8?]) -> [UInt8] {
        var bits = BitWriter()
        bits.bits(0, 4)
        bits.bits(UInt64(levels.count), 3)
        bits.flag(levels.isEmpty)
        bits.bits(1, 8)  // Main
        bits.bits(0x6000_0000, 32)
        bits.bits(0x9000_0000_0000, 48)
        bits.bits(90, 8)
        if !levels.isEmpty {
            for level in levels {
                bits.flag(false)
                bits.flag(level != nil)
            }
            bits.bits(0, 2 * (8 - levels.count))
            for level in levels.compactMap(\.self) { bits.bits(UInt64(level), 8) }
        }
        for value: UInt32 in [0, 1, 160, 96] { bits.unsigned(value) }
        bits.flag(false)
        for value: UInt32 in [0, 0, 4] { bits.unsigned(value) }
        bits.flag(false)  // ordering of the highest sub-layer only
        for value: UInt32 in [4, 4, 0] { bits.unsigned(value) }
        for value: UInt32 in [0, 3, 0, 3, 1, 1] { bits.unsigned(value) }
        bits.bits(0, 4)  // no scaling lists, AMP, SAO, PCM
        bits.unsigned(0)
        bits.bits(0, 4)  // no long-term pictures, motion vectors, smoothing, usability
        bits.flag(false)
        bits.trailingBits()
        return [33 << 1, 1] + EmulationPrevention.inserted(into: bits.bytes)
    }
}
