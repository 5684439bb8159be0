package import Media

/// The format of an audio track by its first sample entry.
package struct AudioFormat: Hashable, Sendable, Encodable {
    /// Type of the sample entry, as in `mp4a`.
    package var format: FourCC
    /// Number of channels in the entry.
    package var channelCount: Int
    /// Samples per second in the entry; 0 if it has none.
    package var sampleRate: Int
    /// The content of the codec's box, as in `Media.AudioTrack`; empty for other formats.
    package var configuration: [UInt8]
    /// The sample format of uncompressed audio; nil for compressed audio.
    package var pcm: PCMFormat?
    /// The speakers of the channels, as the mask of WAVEFORMATEXTENSIBLE; nil if unspecified.
    package var channelMask: UInt64?
    /// `btrt`.
    package var bitRate: BitRateBox?
    /// Types of other boxes.
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
