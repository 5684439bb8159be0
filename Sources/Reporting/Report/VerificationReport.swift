package import Jobs
import Media
import Platform

/// The results of decoding the finished film with another decoder.
package struct VerificationReport: Hashable, Sendable, Codable {
    /// The requested extent.
    package var extent: Verification
    /// Number of pictures whose hash was compared.
    package var picturesCompared: Int
    /// Number of pictures whose hash was compared again at a lower temporal level; nil in a film of one level.
    package var levelPicturesCompared: Int?
    /// Number of audio packets that were compared with those of the source; nil without any.
    package var soundPacketsCompared: Int?
    /// All faults, one sentence each.
    package var findings: [String]
    /// CPU time of the verification in seconds.
    package var cpuSeconds: Double

    /// Sums up the results about one film; those about another film are left out.
    ///
    /// - Parameter film: SHA-256 of the muxed film.
    package init(extent: Verification, results: [VerifyResult], film: String) {
        let results = results.filter { $0.film == film }
        self.extent = extent
        picturesCompared = results.reduce(0) { $0 + $1.picturesCompared }
        let levels = results.compactMap(\.levelPicturesCompared)
        levelPicturesCompared = levels.isEmpty ? nil : levels.reduce(0, +)
        let packets = results.compactMap(\.soundPacketsCompared).reduce(0, +)
        soundPacketsCompared = packets == 0 ? nil : packets
        findings = results.flatMap(\.findings)
        cpuSeconds = results.reduce(0) { $0 + $1.cost.cpuSeconds }
    }

    /// The outcome in a word or two.
    package var summary: String {
        if extent == .none { return "not requested" }
        guard findings.isEmpty else { return "failed: \(counted(findings.count, "finding"))" }
        if picturesCompared == 0 { return "not done" }
        let levels = levelPicturesCompared.map { ", and \($0) at lower temporal levels" } ?? ""
        let packets = soundPacketsCompared.map { ", and \(counted($0, "audio packet"))" } ?? ""
        return "\(counted(picturesCompared, "picture")) compared\(levels)\(packets); all are equal"
    }
}
