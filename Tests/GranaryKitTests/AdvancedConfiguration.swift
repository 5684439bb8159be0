/// The codec configuration of an H.264 stream of Main profile with one SPS and one PPS (ISO/IEC 14496-15, 5.3.3.1).
struct AdvancedConfiguration {
    private let bytes: [UInt8]
    private var position = 0

    private struct Surprise: Error {}

    init(_ bytes: [UInt8]) throws {
        guard bytes.count > 12, bytes[1] == 77, bytes[5] & 31 == 1 else { throw Surprise() }
        self.bytes = bytes
    }

    /// SPS and PPS, each after its length in four bytes, for use in a sample.
    var parameterSets: [UInt8] {
        let count = Int(bytes[6]) << 8 | Int(bytes[7])
        let picture = 8 + count + 1
        return [0, 0] + bytes[6..<8 + count] + [0, 0] + bytes[picture...]
    }

    /// The same without the usability information of the SPS, and so without its reorder depth (ITU-T H.264, 7.3.2.1).
    var withoutUsability: [UInt8] {
        get throws {
            var reader = self
            let count = Int(bytes[6]) << 8 | Int(bytes[7])
            // After the NAL unit header, profile, constraints and level.
            reader.position = (8 + 4) * 8
            // seq_parameter_set_id, log2_max_frame_num_minus4, pic_order_cnt_type, log2_max_pic_order_cnt_lsb_minus4
            guard try reader.unsigned() == 0, try reader.unsigned() < 13 else { throw Surprise() }
            guard try reader.unsigned() == 0, try reader.unsigned() < 13 else { throw Surprise() }
            // max_num_ref_frames, gaps_in_frame_num_value_allowed_flag, size
            _ = try reader.unsigned()
            _ = try reader.bit()
            guard try reader.unsigned() == 9, try reader.unsigned() == 5 else { throw Surprise() }
            // frame_mbs_only_flag, direct_8x8_inference_flag, frame_cropping_flag, vui_parameters_present_flag
            let flags = try (0..<4).map { _ in try reader.bit() }
            guard flags == [1, 1, 0, 1] else { throw Surprise() }
            let place = reader.position - 1
            var set = Array(bytes[8...place / 8])
            let shift = 7 - place % 8
            guard shift > 0 else { throw Surprise() }
            // The flag becomes 0, and the stop bit follows.
            set[set.count - 1] = (set[set.count - 1] >> (shift + 1)) << (shift + 1) | 1 << (shift - 1)
            return Array(bytes[..<6]) + [0, UInt8(set.count)] + set + Array(bytes[(8 + count)...])
        }
    }

    private mutating func bit() throws -> UInt8 {
        guard position / 8 < bytes.count else { throw Surprise() }
        defer { position += 1 }
        return bytes[position / 8] >> (7 - position % 8) & 1
    }

    /// An Exp-Golomb number.
    private mutating func unsigned() throws -> Int {
        var zeros = 0
        while try bit() == 0 { zeros += 1 }
        var value = 1
        for _ in 0..<zeros { value = value << 1 | Int(try bit()) }
        return value - 1
    }
}
