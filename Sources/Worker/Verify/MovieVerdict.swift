import Media

/// The result of a check of a finished film: what was compared, what was not, and what is wrong.
package struct MovieVerdict: Hashable, Sendable, Codable {
    /// Distance of the decoded pictures from the source's, averaged over the frames.
    package struct Distance: Hashable, Sendable, Codable {
        /// Luma PSNR in dB.
        package var psnr: Double
        /// Luma SSIM, 1 for identical pictures.
        package var ssim: Double
    }

    /// Path of the film.
    package var movie: String
    /// Size of the file.
    package var byteCount: Int64
    /// Number of video samples.
    package var frameCount: Int
    /// Number of pictures that libde265 decoded.
    package var picturesDecoded: Int
    /// Number of pictures that were compared with the hashes of the encoder's reconstruction.
    package var picturesCompared: Int
    /// Number of audio packets that were compared with the source's; nil if none were.
    package var soundPacketsCompared: Int?
    /// Directory of the job that made the film; nil if none was found.
    package var job: String?
    /// Path of the source that it was compared with; nil without one.
    package var source: String?
    /// Distance from that source; nil if no picture could be compared.
    package var distance: Distance?
    /// What was compared, one text each.
    package var compared: [String]
    /// What was not compared, and why, one text each.
    package var notCompared: [String]
    /// Everything that is wrong, one sentence each.
    package var findings: [String]

    /// The verdict as text, one line each.
    package var lines: [String] {
        var lines = ["\(movie): \(findings.isEmpty ? "no findings" : counted(findings.count, "finding"))"]
        lines += compared.map { "  compared      \($0)" }
        lines += notCompared.map { "  not compared  \($0)" }
        return lines + findings.map { "  wrong         \($0)" }
    }
}
