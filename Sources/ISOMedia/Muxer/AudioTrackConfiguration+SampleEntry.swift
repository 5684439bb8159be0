import Media

extension AudioTrackConfiguration {
    /// Bytes of one sample of all channels, for uncompressed audio; nil for compressed audio, whose packets differ in
    /// size.
    var frameByteCount: Int? {
        guard case .pcm(let format) = codec else { return nil }
        return format.byteCount * channelCount
    }

    /// How many packets a decoder needs before the first one with correct samples, for codecs whose packets overlap:
    /// one for AAC, 80 ms for Opus (Encapsulation of Opus in ISO Base Media File Format 4.3.6.2). 0 for all others.
    func rollDistance(packetDuration: UInt32) -> Int16 {
        switch codec {
        case .aac: return -1
        case .opus:
            let duration = UInt64(max(packetDuration, 1)), preroll = UInt64(timescale) * 80 / 1000
            return -Int16(clamping: (preroll + duration - 1) / duration)
        default: return 0
        }
    }

    /// The sample entry as bytes, with the measured bit rates and the length of the first packet in ticks.
    ///
    /// Throws if the configuration is not valid for the codec, or if the container cannot hold it.
    func sampleEntry(
        _ bitRate: BitRateBox,
        packetDuration: UInt32,
        container: MovieContainer
    ) throws(MovieError) -> SampleDescriptionBox.Entry {
        guard let channels = UInt16(exactly: channelCount), channels > 0 else {
            throw MovieError(.invalidConfiguration, "sample entry", "\(channelCount) channels")
        }
        // Sample rates beyond 16 bits are in the codec's configuration, or are the track's timescale.
        var entry = AudioSampleEntry(
            format: try format(in: container),
            channelCount: channels,
            sampleRate: UInt16(exactly: sampleRate) ?? 0
        )
        try configure(&entry, bitRate, container)
        guard container == .quickTime else {
            entry.bitRate = bitRate
            return entry.entry
        }
        switch codec {
        case .pcm(let format):
            entry.sampleSize = UInt16(format.bitDepth)
            return entry.quickTimeEntry(format, exactRate: sampleRate, channels: channelCount)
        case .aac: return entry.quickTimeEntry(framesPerPacket: 1024)
        case .ac3, .eac3: return entry.quickTimeEntry(framesPerPacket: 1536)
        case .alac: return entry.quickTimeEntry(framesPerPacket: entry.alac?.framesPerPacket ?? 4096)
        case .mpeg, .opus, .flac: return entry.quickTimeEntry(framesPerPacket: packetDuration)
        }
    }

    /// The type of the sample entry.
    private func format(in container: MovieContainer) throws(MovieError) -> FourCC {
        switch (codec, container) {
        case (.aac, _), (.mpeg, .mp4): return "mp4a"
        case (.ac3, _): return "ac-3"
        case (.eac3, _): return "ec-3"
        case (.alac, _): return "alac"
        case (.mpeg(let layer), .quickTime): return layer == 1 ? ".mp1" : layer == 2 ? ".mp2" : ".mp3"
        case (.opus, .mp4): return "Opus"
        case (.flac, .mp4): return "fLaC"
        case (.pcm(let format), .mp4) where format.isSigned && format.bitDepth > 8:
            return format.isFloat ? "fpcm" : "ipcm"
        case (.pcm, .quickTime): return "lpcm"
        case (.opus, .quickTime), (.flac, .quickTime), (.pcm, .mp4):
            throw MovieError(.invalidConfiguration, "sample entry", "\(container.rawValue) cannot hold this audio")
        }
    }

    private func configure(
        _ entry: inout AudioSampleEntry,
        _ bitRate: BitRateBox,
        _ container: MovieContainer
    ) throws(MovieError) {
        func refusal(_ box: String, _ cause: String) -> MovieError { MovieError(.invalidConfiguration, box, cause) }
        switch codec {
        case .aac:
            guard configuration.count >= 2 else {
                throw refusal("'esds'", "an AudioSpecificConfig has at least two bytes")
            }
            entry.elementaryStream = ElementaryStreamBox(
                configuration: configuration,
                bufferByteCount: bitRate.bufferByteCount,
                maximumBitRate: bitRate.maximum,
                averageBitRate: bitRate.average
            )
        case .mpeg:
            guard container == .mp4 else { break }
            entry.elementaryStream = ElementaryStreamBox(
                mpegSampleRate: sampleRate,
                bufferByteCount: bitRate.bufferByteCount,
                maximumBitRate: bitRate.maximum,
                averageBitRate: bitRate.average
            )
        case .ac3:
            guard let box = AC3SpecificBox(configuration) else {
                throw refusal("'dac3'", "its payload has three bytes")
            }
            entry.ac3 = box
        case .eac3:
            guard let box = EnhancedAC3SpecificBox(configuration) else {
                throw refusal("'dec3'", "its payload is too short")
            }
            entry.enhancedAC3 = box
        case .alac:
            guard let box = ALACSpecificBox(configuration) else { throw refusal("'alac'", "its payload is too short") }
            entry.alac = box
            entry.sampleSize = UInt16(configuration[5])
        case .opus:
            guard let box = OpusSpecificBox(configuration) else {
                throw refusal("'dOps'", "its payload is not an Opus configuration")
            }
            entry.opus = box
        case .flac:
            guard let box = FLACSpecificBox(configuration) else { throw refusal("'dfLa'", "STREAMINFO has 34 bytes") }
            entry.flac = box
            // Bits per sample minus one are split between two bytes (RFC 9639 8.2).
            entry.sampleSize = (UInt16(configuration[12] & 1) << 4 | UInt16(configuration[13] >> 4)) + 1
        case .pcm(let format):
            guard Int64(timescale) == Int64(sampleRate) else {
                throw refusal("'pcmC'", "its timescale is \(timescale), its sample rate \(sampleRate)")
            }
            entry.sampleSize = UInt16(format.bitDepth)
            if container == .mp4 { entry.pcm = PCMConfigurationBox(format) }
        }
        guard let channelMask else { return }
        // Other codecs contain the speakers of the channels in their own stream.
        switch codec {
        case .pcm, .alac:
            if container == .quickTime {
                entry.quickTimeLayout = QuickTimeChannelLayoutBox(mask: channelMask, channelCount: channelCount)
            } else if case .pcm = codec {
                entry.channelLayout = ChannelLayoutBox(mask: channelMask, channelCount: channelCount)
            }
        default: break
        }
    }
}
