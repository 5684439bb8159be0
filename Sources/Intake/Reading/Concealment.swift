import Media

/// Records the damage in the range that is read, and supplies replacements for pictures that cannot be decoded.
struct Concealment {
    /// The last picture that was returned; nil before the first.
    var last: [UInt8]?
    private var causes: [Int: String] = [:]
    private var loose: String?

    /// Most frames whose damage is recorded before they are decoded: more than any decoder delays.
    private static let limit = 256

    /// Records the damage of a frame that is still to come, or of the next one if the frame is unknown.
    mutating func note(_ cause: String, of frame: Int?) {
        guard let frame else {
            loose = loose ?? cause
            return
        }
        if causes[frame] == nil, causes.count < Self.limit { causes[frame] = cause }
    }

    /// The damage of a frame that comes out now; nil if there is none.
    mutating func takeCause(of frame: Int) -> String? {
        defer { loose = nil }
        return causes.removeValue(forKey: frame) ?? loose
    }

    /// The replacement for a missing picture: the previous one, else the next one, else black.
    func standIn(
        following next: [UInt8]?,
        format: PixelFormat,
        size: PictureSize
    ) -> (storage: [UInt8], words: String) {
        if let last { return (last, "the picture before it") }
        if let next { return (next, "the picture after it") }
        return (PictureFrame.black(format, size, isFullRange: false), "black")
    }
}
