import Encoding
import Intake
import Jobs
import Media

/// What `--version` prints: the version on a line of its own, then what the program was built from and with.
enum BuildSummary {
    static var text: String {
        let encoder = X265Library.capabilities()
        let atBuild = ReaderBuild.atBuildTime
        // FFmpeg is the system's: other versions of the same interface may run. The version of zimg is that which runs.
        let running = ReaderBuild.current.hasPrefix(atBuild + ",") ? "" : "; running: \(ReaderBuild.current)"
        return """
            \(BuildIdentity.granaryVersion)
            commit  \(BuildRecord.commit ?? "not recorded")
            Swift   \(BuildRecord.swift ?? "not recorded")
            x265    \(encoder.version) (build \(encoder.build))
            x264    \(X264Library.buildName.split(separator: " ").dropFirst().joined(separator: " "))
            FFmpeg  \(atBuild)\(running)

            """
    }
}
