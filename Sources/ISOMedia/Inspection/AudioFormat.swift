package import Media

/// The format of a sound track, as its first sample entry says.
package struct AudioFormat: Hashable, Sendable, Encodable {
    /// Type of the sample entry, as in `mp4a`.
    package var format: FourCC
    /// Number of channels that the entry names.
    package var channelCount: Int
    /// Samples a second that the entry names; 0 when it cannot.
    package var sampleRate: Int
    /// What the codec's box holds, as in `Media.AudioTrack`; empty for other formats.
    package var configuration: [UInt8]
    /// The numbers of uncompressed sound; nil for compressed sound.
    package var pcm: PCMFormat?
    /// The speakers that the channels are for, as the mask of WAVEFORMATEXTENSIBLE; nil when it is not said.
    package var channelMask: UInt64?
    /// `btrt`.
    package var bitRate: BitRateBox?
    /// Types of further boxes.
    package var otherBoxes: [FourCC]

    init(_ entry: AudioSampleEntry) {
        format = entry.format
        channelCount = Int(entry.channelCount)
        sampleRate = Int(entry.sampleRate)
        configuration =
            entry.elementaryStream?.configuration ?? entry.ac3?.payload ?? entry.enhancedAC3?.payload
            ?? entry.alac?.payload ?? entry.opus?.payload ?? entry.flac?.streamInfo ?? []
        pcm = AudioFormat.pcmFormat(entry)
        channelMask =
            entry.channelLayout?.mask
            ?? entry.quickTimeLayout.flatMap {
                $0.tag == QuickTimeChannelLayoutBox.bitmapTag ? UInt64($0.bitmap) : nil
            }
        bitRate = entry.bitRate
        otherBoxes = entry.otherBoxes
    }

    private static func pcmFormat(_ entry: AudioSampleEntry) -> PCMFormat? {
        guard let box = entry.pcm, entry.format == "ipcm" || entry.format == "fpcm" else { return entry.quickTimePCM }
        let order = box.bitDepth == 8 ? "" : box.isLittleEndian ? "le" : "be"
        return PCMFormat(codec: "pcm_\(entry.format == "fpcm" ? "f" : "s")\(box.bitDepth)\(order)")
    }
}
