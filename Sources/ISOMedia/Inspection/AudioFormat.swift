/// The format of a sound track, as its first sample entry says.
package struct AudioFormat: Hashable, Sendable, Encodable {
    /// Type of the sample entry, as in `mp4a`.
    package var format: FourCC
    /// Number of channels that the entry names.
    package var channelCount: Int
    /// Samples a second that the entry names; 0 when it cannot.
    package var sampleRate: Int
    /// AudioSpecificConfig, or the payload of `dac3` or `dec3`; empty for other formats.
    package var configuration: [UInt8]
    /// `btrt`.
    package var bitRate: BitRateBox?
    /// Types of further boxes.
    package var otherBoxes: [FourCC]

    init(_ entry: AudioSampleEntry) {
        format = entry.format
        channelCount = Int(entry.channelCount)
        sampleRate = Int(entry.sampleRate)
        configuration =
            entry.elementaryStream?.configuration ?? entry.ac3?.payload ?? entry.enhancedAC3?.payload ?? []
        bitRate = entry.bitRate
        otherBoxes = entry.otherBoxes
    }
}
