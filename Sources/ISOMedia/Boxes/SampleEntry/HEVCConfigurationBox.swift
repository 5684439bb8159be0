/// `hvcC`: the data that a decoder needs before the first sample, HEVCDecoderConfigurationRecord (ISO/IEC 14496-15
/// 8.3.2.1).
package struct HEVCConfigurationBox: Box, Encodable {
    /// NAL units of one type.
    package struct UnitArray: Hashable, Sendable, Encodable {
        /// Whether all NAL units of this type are here and none is in the samples.
        package var isComplete: Bool
        /// nal_unit_type, 0 to 63.
        package var unitType: UInt8
        /// The NAL units, each with its header.
        package var units: [[UInt8]]

        /// Creates an array.
        package init(isComplete: Bool, unitType: UInt8, units: [[UInt8]]) {
            self.isComplete = isComplete
            self.unitType = unitType
            self.units = units
        }
    }

    /// `hvcC`
    package static let type: FourCC = "hvcC"
    /// general_profile_space, 0 to 3.
    package var profileSpace: UInt8 = 0
    /// general_tier_flag.
    package var isHighTier = false
    /// general_profile_idc, 0 to 31.
    package var profile: UInt8 = 0
    /// general_profile_compatibility_flags.
    package var compatibility: UInt32 = 0
    /// general_constraint_indicator_flags, 48 bits.
    package var constraints: UInt64 = 0
    /// general_level_idc, 30 times the level.
    package var level: UInt8 = 0
    /// min_spatial_segmentation_idc, 0 to 4095.
    package var minimumSpatialSegmentation: UInt16 = 0
    /// parallelismType: 0 mixed or unknown, 1 slices, 2 tiles, 3 wavefronts.
    package var parallelism: UInt8 = 0
    /// chroma_format_idc, 0 to 3.
    package var chromaFormat: UInt8 = 1
    /// Bits per luma sample, 8 to 15.
    package var lumaBitDepth: UInt8 = 8
    /// Bits per chroma sample, 8 to 15.
    package var chromaBitDepth: UInt8 = 8
    /// Frames in 256 seconds; 0 if unspecified.
    package var averageFrameRate: UInt16 = 0
    /// 0 if unknown, 1 for a constant frame rate, 2 if each temporal layer has one.
    package var constantFrameRate: UInt8 = 0
    /// Temporal layers, 1 to 7; 0 if unknown.
    package var temporalLayers: UInt8 = 1
    /// sps_temporal_id_nesting_flag.
    package var isTemporalIDNested = false
    /// Bytes of the length before each NAL unit in a sample: 1, 2 or 4.
    package var lengthByteCount: UInt8 = 4
    /// Parameter sets and other initial NAL units, in this order.
    package var arrays: [UnitArray] = []

    /// Creates an empty record.
    package init() {}

    /// The requirements on a decoder: the six fields from the profile space to the level.
    package var capability: DecoderCapability {
        get {
            var capability = DecoderCapability()
            capability.profileSpace = profileSpace
            capability.isHighTier = isHighTier
            capability.profile = profile
            capability.compatibility = compatibility
            capability.constraints = constraints
            capability.level = level
            return capability
        }
        set {
            profileSpace = newValue.profileSpace
            isHighTier = newValue.isHighTier
            profile = newValue.profile
            compatibility = newValue.compatibility
            constraints = newValue.constraints
            level = newValue.level
        }
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        guard try reader.u8() == 1 else { throw reader.damaged("configurationVersion is not 1") }
        capability = try DecoderCapability(from: &reader)
        minimumSpatialSegmentation = try reader.u16() & 0xFFF
        parallelism = try reader.u8() & 3
        chromaFormat = try reader.u8() & 3
        lumaBitDepth = (try reader.u8() & 7) + 8
        chromaBitDepth = (try reader.u8() & 7) + 8
        averageFrameRate = try reader.u16()
        let layers = try reader.u8()
        constantFrameRate = layers >> 6
        temporalLayers = layers >> 3 & 7
        isTemporalIDNested = layers & 4 != 0
        lengthByteCount = layers & 3 + 1
        for _ in 0..<(try reader.u8()) {
            let head = try reader.u8()
            var array = UnitArray(isComplete: head & 0x80 != 0, unitType: head & 0x3F, units: [])
            for _ in 0..<(try reader.u16()) {
                let byteCount = Int(try reader.u16())
                array.units.append([UInt8](try reader.take(byteCount)))
            }
            arrays.append(array)
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u8(1)
        capability.write(to: &writer)
        writer.u16(0xF000 | minimumSpatialSegmentation)
        writer.u8(0xFC | parallelism)
        writer.u8(0xFC | chromaFormat)
        writer.u8(0xF8 | (lumaBitDepth - 8))
        writer.u8(0xF8 | (chromaBitDepth - 8))
        writer.u16(averageFrameRate)
        writer.u8(constantFrameRate << 6 | temporalLayers << 3 | (isTemporalIDNested ? 4 : 0) | (lengthByteCount - 1))
        writer.u8(UInt8(arrays.count))
        for array in arrays {
            writer.u8((array.isComplete ? 0x80 : 0) | array.unitType)
            writer.u16(UInt16(array.units.count))
            for unit in array.units {
                writer.u16(UInt16(unit.count))
                writer.append(unit)
            }
        }
    }
}
