import Media

/// What a check of a finished movie came to: what could be compared, what could not, and what is wrong.
package struct MovieVerdict: Hashable, Sendable, Codable {
    /// How far the decoded pictures are from the source's, on average over the frames.
    package struct Distance: Hashable, Sendable, Codable {
        /// Luma PSNR in dB.
        package var psnr: Double
        /// Luma SSIM, 1 for equal pictures.
        package var ssim: Double
    }

    /// Path of the movie.
    package var movie: String
    /// Size of the file.
    package var byteCount: Int64
    /// Number of video samples.
    package var frameCount: Int
    /// Number of pictures that libde265 decoded.
    package var picturesDecoded: Int
    /// Number of pictures that were compared with the hash of the encoder's own reconstruction.
    package var picturesCompared: Int
    /// Number of packets of sound that were compared with the source's; nil when they were not.
    package var soundPacketsCompared: Int?
    /// Folder of the job that made the movie; nil when none was found.
    package var job: String?
    /// Path of the source that it was compared with; nil without one.
    package var source: String?
    /// How far it is from that source; nil when no picture could be compared.
    package var distance: Distance?
    /// What was compared, one sentence each.
    package var compared: [String]
    /// What was not, and why, one sentence each.
    package var notCompared: [String]
    /// Everything that is wrong, one sentence each.
    package var findings: [String]

    /// The same in lines for people.
    package var lines: [String] {
        var lines = ["\(movie): \(findings.isEmpty ? "good" : counted(findings.count, "finding"))"]
        lines += compared.map { "  compared      \($0)" }
        lines += notCompared.map { "  not compared  \($0)" }
        return lines + findings.map { "  wrong         \($0)" }
    }
}
