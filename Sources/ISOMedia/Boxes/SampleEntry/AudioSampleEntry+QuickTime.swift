import Media

extension AudioSampleEntry {
    /// `wave`: the boxes for a decoder, in QuickTime.
    static let quickTimeContainer: FourCC = "wave"

    /// The entry for compressed audio in QuickTime: a sound description of version 1 whose packets have no common size,
    /// with `wave` around the codec's configuration (Apple, QuickTime File Format Specification, "Sound Sample
    /// Descriptions" and "siDecompressionParam Atom"). Bit rates are left out, because QuickTime has no box for them.
    func quickTimeEntry(framesPerPacket: UInt32) -> SampleDescriptionBox.Entry {
        var writer = BoxWriter()
        writeVersion1(to: &writer, compression: -2)  // the sizes of packets stand in the sample table
        writer.u32(framesPerPacket)
        writer.zeros(4 + 4)  // bytes per packet and per frame: they vary
        writer.u32(2)  // bytes of a decoded sample
        // MPEG audio has its own type in QuickTime and needs no more; in MP4 it is `mp4a` with `esds`.
        if elementaryStream != nil || ac3 != nil || enhancedAC3 != nil || alac != nil {
            writer.box(AudioSampleEntry.quickTimeContainer) { wave in
                wave.box("frma") { $0.fourCC(format) }
                if let elementaryStream {
                    wave.box(format) { $0.zeros(4) }
                    wave.box(elementaryStream)
                }
                if let ac3 { wave.box(ac3) }
                if let enhancedAC3 { wave.box(enhancedAC3) }
                if let alac { wave.box(alac) }
                wave.box(FourCC(rawValue: 0)) { _ in }
            }
        }
        if let quickTimeLayout { writer.box(quickTimeLayout) }
        return SampleDescriptionBox.Entry(format: format, payload: writer.bytes)
    }

    /// The entry for uncompressed audio in QuickTime: of version 1 if its type determines the format, else of version
    /// 2.
    func quickTimeEntry(_ numbers: PCMFormat, exactRate: Int, channels: Int) -> SampleDescriptionBox.Entry {
        var writer = BoxWriter()
        if let type = QuickTimePCM.type(of: numbers, sampleRate: exactRate, channelCount: channels) {
            writeVersion1(to: &writer, compression: 0)
            writer.u32(1)  // frames of a packet
            writer.u32(UInt32(numbers.byteCount))  // bytes of a channel's packet
            writer.u32(UInt32(numbers.byteCount * channels))
            writer.u32(2)
            if numbers.byteCount > 2 {
                writer.box(AudioSampleEntry.quickTimeContainer) { wave in
                    wave.box("frma") { $0.fourCC(type) }
                    wave.box("enda") { $0.u16(numbers.isBigEndian ? 0 : 1) }
                    wave.box(FourCC(rawValue: 0)) { _ in }
                }
            }
            if let quickTimeLayout { writer.box(quickTimeLayout) }
            return SampleDescriptionBox.Entry(format: type, payload: writer.bytes)
        }
        writer.zeros(6)
        writer.u16(1)  // data_reference_index
        writer.u16(2)  // version
        writer.zeros(6)
        writer.u16(3)
        writer.u16(16)
        writer.s16(-2)
        writer.zeros(2)
        writer.u32(0x10000)
        writer.u32(72)  // bytes of this structure, its own header included
        writer.u64(Double(exactRate).bitPattern)
        writer.u32(UInt32(channels))
        writer.u32(0x7F00_0000)
        writer.u32(UInt32(numbers.bitDepth))
        writer.u32(QuickTimePCM.flags(of: numbers))
        writer.u32(UInt32(numbers.byteCount * channels))
        writer.u32(1)  // frames of a packet
        if let quickTimeLayout { writer.box(quickTimeLayout) }
        return SampleDescriptionBox.Entry(format: "lpcm", payload: writer.bytes)
    }

    private func writeVersion1(to writer: inout BoxWriter, compression: Int16) {
        writer.zeros(6)
        writer.u16(1)  // data_reference_index
        writer.u16(1)  // version
        writer.zeros(6)
        writer.u16(channelCount)
        writer.u16(sampleSize)
        writer.s16(compression)
        writer.zeros(2)
        writer.u16(sampleRate)
        writer.zeros(2)
    }
}
