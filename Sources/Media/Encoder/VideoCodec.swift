/// The codec of a film's pictures.
package enum VideoCodec: String, Hashable, Sendable, Codable, CaseIterable {
    /// H.265, encoded by libx265.
    case hevc
    /// H.264, encoded by libx264: 8 bits, SDR, one temporal level.
    case h264

    /// Its name for people.
    package var name: String { self == .hevc ? "HEVC" : "H.264" }

    /// The libraries that encode its films, for people. The scout of every film uses libx265.
    package var libraries: String { self == .hevc ? "libx265" : "libx265 or libx264" }
}
