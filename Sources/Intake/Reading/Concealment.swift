import Media

/// What is known of the damage in the range that is read, and what stands for pictures that cannot be decoded.
struct Concealment {
    /// The last picture that was handed out; nil before there is one.
    var last: [UInt8]?
    private var causes: [Int: String] = [:]
    private var loose: String?

    /// Most frames of which something is noted before they come out: more than any decoder holds back.
    private static let limit = 256

    /// Notes what is wrong with a frame that is still to come, or with the next one when nobody knows which it is.
    mutating func note(_ cause: String, of frame: Int?) {
        guard let frame else {
            loose = loose ?? cause
            return
        }
        if causes[frame] == nil, causes.count < Self.limit { causes[frame] = cause }
    }

    /// What is wrong with a frame that comes out now; nil when nothing is.
    mutating func takeCause(of frame: Int) -> String? {
        defer { loose = nil }
        return causes.removeValue(forKey: frame) ?? loose
    }

    /// What stands for a picture that there is not: the one before it, else the next one, else black.
    func standIn(
        following next: [UInt8]?,
        format: PixelFormat,
        size: PictureSize
    ) -> (storage: [UInt8], words: String) {
        if let last { return (last, "the picture before it") }
        if let next { return (next, "the picture after it") }
        return (Self.black(format, size), "black")
    }

    private static func black(_ format: PixelFormat, _ size: PictureSize) -> [UInt8] {
        let samples = size.width * size.height
        let (luma, chroma) = (16 << (format.bitDepth - 8), 128 << (format.bitDepth - 8))
        guard format.bytesPerSample == 2 else {
            return Array(repeating: UInt8(luma), count: samples) + Array(repeating: UInt8(chroma), count: samples / 2)
        }
        func wide(_ value: Int, _ count: Int) -> [UInt8] {
            Array((0..<count).lazy.flatMap { _ in [UInt8(value & 255), UInt8(value >> 8)] })
        }
        return wide(luma, samples) + wide(chroma, samples / 2)
    }
}
