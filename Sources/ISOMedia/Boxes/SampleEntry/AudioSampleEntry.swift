package import Media

/// The sample entry of an audio format: `mp4a`, `ac-3`, `ec-3`, `alac`, `Opus`, `fLaC`, `ipcm`, ... (ISO/IEC 14496-12
/// 12.2.3; ETSI TS 102 366 annex F, and the box of each codec).
package struct AudioSampleEntry: Hashable, Sendable {
    /// Type of the entry.
    package var format: FourCC
    /// Number of channels; the codec's configuration takes precedence.
    package var channelCount: UInt16
    /// Bits per sample; 16 for compressed audio.
    package var sampleSize: UInt16 = 16
    /// Samples per second; 0 if it does not fit in 16 bits.
    package var sampleRate: UInt16
    /// `esds`, for `mp4a`.
    package var elementaryStream: ElementaryStreamBox?
    /// `dac3`, for `ac-3`.
    package var ac3: AC3SpecificBox?
    /// `dec3`, for `ec-3`.
    package var enhancedAC3: EnhancedAC3SpecificBox?
    /// `alac`, for `alac`.
    package var alac: ALACSpecificBox?
    /// `dOps`, for `Opus`.
    package var opus: OpusSpecificBox?
    /// `dfLa`, for `fLaC`.
    package var flac: FLACSpecificBox?
    /// `pcmC`, for `ipcm` and `fpcm`.
    package var pcm: PCMConfigurationBox?
    /// `chnl`.
    package var channelLayout: ChannelLayoutBox?
    /// `chan`, QuickTime's own.
    package var quickTimeLayout: QuickTimeChannelLayoutBox?
    /// `btrt`.
    package var bitRate: BitRateBox?
    /// The sample format of uncompressed audio according to a QuickTime description.
    package var quickTimePCM: PCMFormat?
    /// Types of other boxes that were found.
    package var otherBoxes: [FourCC] = []

    /// Creates an entry without boxes.
    package init(format: FourCC, channelCount: UInt16, sampleRate: UInt16) {
        self.format = format
        self.channelCount = channelCount
        self.sampleRate = sampleRate
    }

    /// The entry as bytes. `otherBoxes` are not written: only their types are known.
    package var entry: SampleDescriptionBox.Entry {
        var writer = BoxWriter()
        writer.zeros(6)
        writer.u16(1)  // data_reference_index
        writer.zeros(8)
        writer.u16(channelCount)
        writer.u16(sampleSize)
        writer.zeros(4)
        writer.u16(sampleRate)
        writer.zeros(2)
        if let elementaryStream { writer.box(elementaryStream) }
        if let ac3 { writer.box(ac3) }
        if let enhancedAC3 { writer.box(enhancedAC3) }
        if let alac { writer.box(alac) }
        if let opus { writer.box(opus) }
        if let flac { writer.box(flac) }
        if let pcm { writer.box(pcm) }
        if let channelLayout { writer.box(channelLayout) }
        if let bitRate { writer.box(bitRate) }
        return SampleDescriptionBox.Entry(format: format, payload: writer.bytes)
    }
}
