import Foundation
import Media

/// What the stills of a job need.
extension ResolvedJob {
    /// True if the scout measures how sharp each frame is: for the best one.
    package var measuresSharpness: Bool { stills?.contains { $0.time == nil } == true }

    /// The folders of the stills.
    package var stillFolders: [String] {
        (stills ?? []).map { URL(filePath: $0.path).deletingLastPathComponent().path }.unique
    }
}
