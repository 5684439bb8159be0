/// The start of a frame of MPEG-1 or MPEG-2 audio (ISO/IEC 11172-3 2.4.1.3, ISO/IEC 13818-3 2.4.1.3).
struct MPEGAudioHeader: Hashable, Sendable {
    /// 1, 2 or 3.
    let layer: Int
    /// Samples per second.
    let sampleRate: Int
    /// Samples per channel in the frame.
    let sampleCount: Int

    /// Reads the header of a frame; nil if the bytes are not one.
    init?(frame: [UInt8]) {
        guard frame.count >= 4, frame[0] == 0xFF, frame[1] >> 5 == 7 else { return nil }
        // 3 is MPEG-1, 2 its extension to half the sample rates, 0 that to a quarter.
        let version = frame[1] >> 3 & 3
        let layerCode = frame[1] >> 1 & 3
        let rateCode = Int(frame[2] >> 2 & 3)
        guard version != 1, layerCode != 0, rateCode < 3, frame[2] >> 4 != 15 else { return nil }
        layer = 4 - Int(layerCode)
        sampleRate = [44100, 48000, 32000][rateCode] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        sampleCount = layer == 1 ? 384 : layer == 3 && version != 3 ? 576 : 1152
    }
}
