package import AVC
import HEVC
package import Media

/// `avcC`: the data that a decoder of H.264 needs before the first sample, AVCDecoderConfigurationRecord (ISO/IEC
/// 14496-15 5.3.3.1).
package struct AVCConfigurationBox: Box, Encodable {
    /// `avcC`
    package static let type: FourCC = "avcC"
    /// AVCProfileIndication.
    package var profile: UInt8 = 0
    /// profile_compatibility.
    package var compatibility: UInt8 = 0
    /// AVCLevelIndication, ten times the level.
    package var level: UInt8 = 0
    /// Bytes of the length before each NAL unit in a sample: 1, 2 or 4.
    package var lengthByteCount: UInt8 = 4
    /// Sequence parameter sets, at most 31, each with its header.
    package var sequenceSets: [[UInt8]] = []
    /// Picture parameter sets, at most 255.
    package var pictureSets: [[UInt8]] = []
    /// chroma_format_idc, 0 to 3; nil for profiles that do not describe it, and where it was omitted.
    package var chromaFormat: UInt8?
    /// Bits per luma sample, 8 to 15; nil as for `chromaFormat`.
    package var lumaBitDepth: UInt8?
    /// Bits per chroma sample, 8 to 15; nil as for `chromaFormat`.
    package var chromaBitDepth: UInt8?
    /// Extensions of sequence parameter sets, at most 255.
    package var extensions: [[UInt8]] = []

    /// Profiles after whose parameter sets the record goes on.
    private static let extendedProfiles: Set<UInt8> = [100, 110, 122, 144]

    /// Describes a stream of one set of each kind.
    package init(_ sets: ParameterSets, _ sequence: AVCSequenceParameterSet) throws(MovieError) {
        guard sets.units.allSatisfy({ $0.count <= Int(UInt16.max) }) else {
            throw MovieError(.invalidConfiguration, "parameter sets", "one is longer than 65535 bytes")
        }
        (profile, compatibility, level) = (sequence.profile, sequence.compatibility, sequence.level)
        (sequenceSets, pictureSets) = ([sets.sps], [sets.pps])
        guard Self.extendedProfiles.contains(profile) else { return }
        (chromaFormat, lumaBitDepth) = (sequence.chromaFormat, sequence.lumaBitDepth)
        chromaBitDepth = sequence.chromaBitDepth
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        guard try reader.u8() == 1 else { throw reader.damaged("configurationVersion is not 1") }
        profile = try reader.u8()
        compatibility = try reader.u8()
        level = try reader.u8()
        lengthByteCount = (try reader.u8() & 3) + 1
        sequenceSets = try Self.units(count: try reader.u8() & 31, &reader)
        pictureSets = try Self.units(count: try reader.u8(), &reader)
        // Many writers leave out the rest.
        guard Self.extendedProfiles.contains(profile), reader.remaining >= 4 else { return }
        chromaFormat = try reader.u8() & 3
        lumaBitDepth = (try reader.u8() & 7) + 8
        chromaBitDepth = (try reader.u8() & 7) + 8
        extensions = try Self.units(count: try reader.u8(), &reader)
    }

    private static func units(count: UInt8, _ reader: inout BoxReader) throws(MovieError) -> [[UInt8]] {
        var units: [[UInt8]] = []
        for _ in 0..<count {
            let byteCount = Int(try reader.u16())
            units.append([UInt8](try reader.take(byteCount)))
        }
        return units
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u8(1)
        writer.u8(profile)
        writer.u8(compatibility)
        writer.u8(level)
        writer.u8(0xFC | (lengthByteCount - 1))
        writer.u8(0xE0 | UInt8(sequenceSets.count))
        Self.write(sequenceSets, to: &writer)
        writer.u8(UInt8(pictureSets.count))
        Self.write(pictureSets, to: &writer)
        guard let chromaFormat, let lumaBitDepth, let chromaBitDepth else { return }
        writer.u8(0xFC | chromaFormat)
        writer.u8(0xF8 | (lumaBitDepth - 8))
        writer.u8(0xF8 | (chromaBitDepth - 8))
        writer.u8(UInt8(extensions.count))
        Self.write(extensions, to: &writer)
    }

    private static func write(_ units: [[UInt8]], to writer: inout BoxWriter) {
        for unit in units {
            writer.u16(UInt16(unit.count))
            writer.append(unit)
        }
    }

    /// The parameter sets, if there is exactly one of each kind.
    package var parameterSets: ParameterSets? {
        guard sequenceSets.count == 1, pictureSets.count == 1, !sequenceSets[0].isEmpty, !pictureSets[0].isEmpty
        else { return nil }
        return ParameterSets(vps: [], sps: sequenceSets[0], pps: pictureSets[0])
    }

    /// The codec string after the sample entry, as in `.640028` (RFC 6381 3.3): profile, compatibility and level.
    var codecStringSuffix: String {
        "."
            + [profile, compatibility, level].map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
    }
}
