import FFmpeg

/// Finds where decoding of H.264 can begin, so that no earlier picture is presented later and no later picture refers
/// to an earlier one.
enum InstantRefresh {
    /// Whether the bytes of a picture in Annex B are an IDR picture: its first slice has nal_unit_type 5 (H.264
    /// 7.4.1.2.4). False also for unreadable bytes.
    static func begins(_ bytes: Span<UInt8>) -> Bool {
        // NAL units begin after 00 00 01. With lengths instead of start codes they begin otherwise.
        guard bytes.count >= 5, bytes[0] == 0, bytes[1] == 0, bytes[2] <= 1, bytes[2] == 1 || bytes[3] == 1 else {
            return false
        }
        for at in 0..<bytes.count - 3 where bytes[at] == 0 && bytes[at + 1] == 0 && bytes[at + 2] == 1 {
            let type = bytes[at + 3] & 31
            // 1 to 5 are slices.
            if (1...5).contains(type) { return type == 5 }
        }
        return false
    }

    /// Whether a packet is an IDR picture.
    static func begins(packet: Packet) -> Bool { packet.withBytes { begins($0) } }
}
