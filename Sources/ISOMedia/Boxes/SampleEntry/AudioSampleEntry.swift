/// The entry of a sound format: `mp4a`, `ac-3`, `ec-3` (ISO/IEC 14496-12 12.2.3; ETSI TS 102 366 annex F).
package struct AudioSampleEntry: Hashable, Sendable {
    /// Type of the entry.
    package var format: FourCC
    /// Number of channels; the codec's configuration takes precedence.
    package var channelCount: UInt16
    /// Bits of a sample, 16 for compressed sound.
    package var sampleSize: UInt16 = 16
    /// Samples a second; 0 when 16 bits cannot say it.
    package var sampleRate: UInt16
    /// `esds`, for `mp4a`.
    package var elementaryStream: ElementaryStreamBox?
    /// `dac3`, for `ac-3`.
    package var ac3: AC3SpecificBox?
    /// `dec3`, for `ec-3`.
    package var enhancedAC3: EnhancedAC3SpecificBox?
    /// `btrt`.
    package var bitRate: BitRateBox?
    /// Types of boxes that were read and are not among these.
    package var otherBoxes: [FourCC] = []

    /// Creates an entry without boxes.
    package init(format: FourCC, channelCount: UInt16, sampleRate: UInt16) {
        self.format = format
        self.channelCount = channelCount
        self.sampleRate = sampleRate
    }

    /// Reads an entry of a sample description, also of QuickTime's versions 1 and 2, whose further fields are passed over, and what
    /// `wave` holds there.
    package init(_ entry: SampleDescriptionBox.Entry) throws(MovieError) {
        var reader = BoxReader(entry.format, entry.payload)
        format = entry.format
        try reader.skip(8)
        let version = try reader.u16()
        try reader.skip(6)
        channelCount = try reader.u16()
        sampleSize = try reader.u16()
        try reader.skip(4)
        sampleRate = try reader.u16()
        try reader.skip(2)
        switch version {
        case 1: try reader.skip(16)
        case 2: try reader.skip(36)
        default: break
        }
        while let child = try reader.child() {
            guard child.type == AudioSampleEntry.quickTimeContainer else {
                if try !read(child.type, child.payload) { otherBoxes.append(child.type) }
                continue
            }
            var wave = BoxReader(child.type, child.payload)
            while let inner = try wave.child() { _ = try read(inner.type, inner.payload) }
        }
    }

    /// Reads a box; false when it is of a type that is not known here.
    private mutating func read(_ type: FourCC, _ payload: ArraySlice<UInt8>) throws(MovieError) -> Bool {
        switch type {
        case ElementaryStreamBox.type: elementaryStream = try ElementaryStreamBox(payload: payload)
        case AC3SpecificBox.type: ac3 = try AC3SpecificBox(payload: payload)
        case EnhancedAC3SpecificBox.type: enhancedAC3 = try EnhancedAC3SpecificBox(payload: payload)
        case BitRateBox.type: bitRate = try BitRateBox(payload: payload)
        default: return false
        }
        return true
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
        if let bitRate { writer.box(bitRate) }
        return SampleDescriptionBox.Entry(format: format, payload: writer.bytes)
    }
}
