extension AudioSampleEntry {
    /// `wave`: the boxes that a decoder wants, in QuickTime.
    static let quickTimeContainer: FourCC = "wave"

    /// The entry as QuickTime has it for compressed sound: a sound description of version 1 whose packets have no common size, with
    /// `wave` around the codec's configuration (Apple, QuickTime File Format Specification, "Sound Sample Descriptions" and
    /// "siDecompressionParam Atom"). Bit rates, which QuickTime does not know, are left out.
    func quickTimeEntry(framesPerPacket: UInt32) -> SampleDescriptionBox.Entry {
        var writer = BoxWriter()
        writer.zeros(6)
        writer.u16(1)  // data_reference_index
        writer.u16(1)  // version
        writer.zeros(6)
        writer.u16(channelCount)
        writer.u16(sampleSize)
        writer.s16(-2)  // compression ID: the sizes of packets stand in the sample table
        writer.zeros(2)
        writer.u16(sampleRate)
        writer.zeros(2)
        writer.u32(framesPerPacket)
        writer.zeros(4 + 4)  // bytes per packet and per frame: they vary
        writer.u32(2)  // bytes of a decoded sample
        writer.box(AudioSampleEntry.quickTimeContainer) { wave in
            wave.box("frma") { $0.fourCC(format) }
            if let elementaryStream {
                wave.box(format) { $0.zeros(4) }
                wave.box(elementaryStream)
            }
            if let ac3 { wave.box(ac3) }
            if let enhancedAC3 { wave.box(enhancedAC3) }
            wave.box(FourCC(rawValue: 0)) { _ in }
        }
        return SampleDescriptionBox.Entry(format: format, payload: writer.bytes)
    }
}
