import Media

extension AudioSampleEntry {
    /// Reads an entry of a sample description, also of QuickTime's versions 1 and 2, and the contents of `wave`.
    package init(_ entry: SampleDescriptionBox.Entry) throws(MovieError) {
        var reader = BoxReader(entry.format, entry.payload)
        try reader.skip(8)
        let version = try reader.u16()
        try reader.skip(6)
        let channels = try reader.u16()
        let bits = try reader.u16()
        try reader.skip(4)
        let rate = try reader.u16()
        try reader.skip(2)
        self.init(format: entry.format, channelCount: channels, sampleRate: rate)
        sampleSize = bits
        var flags: (bits: UInt32, flags: UInt32)?
        switch version {
        case 1: try reader.skip(16)
        case 2:
            try reader.skip(4)
            let exactRate = Double(bitPattern: try reader.u64())
            let count = try reader.u32()
            try reader.skip(4)
            flags = (try reader.u32(), try reader.u32())
            try reader.skip(8)
            // The fields of version 0 then have constant values.
            if exactRate > 0, count > 0 {
                sampleRate = UInt16(exactly: exactRate) ?? 0
                channelCount = UInt16(exactly: count) ?? 0
                sampleSize = UInt16(clamping: flags?.bits ?? 0)
            }
        default: break
        }
        var isLittleEndian = false
        while let child = try reader.child() {
            guard child.type == AudioSampleEntry.quickTimeContainer else {
                if try !read(child.type, child.payload) { otherBoxes.append(child.type) }
                continue
            }
            var wave = BoxReader(child.type, child.payload)
            while let inner = try wave.child() {
                if inner.type == "enda" { isLittleEndian = inner.payload.last == 1 }
                _ = try read(inner.type, inner.payload)
            }
        }
        quickTimePCM = QuickTimePCM.format(format, bits: bits, isLittleEndian: isLittleEndian, version2: flags)
    }

    /// Reads a box; false if its type is unknown here.
    private mutating func read(_ type: FourCC, _ payload: ArraySlice<UInt8>) throws(MovieError) -> Bool {
        switch type {
        case ElementaryStreamBox.type: elementaryStream = try ElementaryStreamBox(payload: payload)
        case AC3SpecificBox.type: ac3 = try AC3SpecificBox(payload: payload)
        case EnhancedAC3SpecificBox.type: enhancedAC3 = try EnhancedAC3SpecificBox(payload: payload)
        case ALACSpecificBox.type: alac = try ALACSpecificBox(payload: payload)
        case OpusSpecificBox.type: opus = try OpusSpecificBox(payload: payload)
        case FLACSpecificBox.type: flac = try FLACSpecificBox(payload: payload)
        case PCMConfigurationBox.type: pcm = try PCMConfigurationBox(payload: payload)
        case BitRateBox.type: bitRate = try BitRateBox(payload: payload)
        // Layouts are informative: an unknown form of one is not damage.
        case ChannelLayoutBox.type:
            channelLayout = try? ChannelLayoutBox(payload: payload)
            return channelLayout != nil
        case QuickTimeChannelLayoutBox.type:
            quickTimeLayout = try? QuickTimeChannelLayoutBox(payload: payload)
            return quickTimeLayout != nil
        default: return false
        }
        return true
    }
}
