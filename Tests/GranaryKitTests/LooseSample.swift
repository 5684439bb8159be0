import GranaryKit

/// The bytes of a sample with its times.
struct LooseSample {
    var bytes: [UInt8]
    var time: MediaTime
    var duration: MediaTime

    init(_ bytes: [UInt8], at time: MediaTime, duration: MediaTime) {
        (self.bytes, self.time, self.duration) = (bytes, time, duration)
    }

    init(_ sample: EncodedSample) {
        self.init(sample.bytes, at: sample.presentationTime, duration: sample.duration)
    }

    /// The place of the first slice of an HEVC sample: of its NAL unit header.
    var firstSlice: Int {
        var offset = 0
        while bytes[offset + 4] >> 1 & 63 >= 32 {
            offset += 4 + bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return offset + 4
    }

    /// The NAL unit type of the first slice of an HEVC sample.
    var sliceType: UInt8 { bytes[firstSlice] >> 1 & 63 }
}
