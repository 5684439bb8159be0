import Foundation
import Media

/// Checks the stills that a job makes.
extension JobResolver {
    /// The stills; nil for none.
    mutating func resolveStills() -> [WantedStill]? {
        guard !manifest.stills.isEmpty else { return nil }
        func resolved(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
        let taken = ([manifest.source] + manifest.films.map(\.path)).map(resolved)
        let whole = source.video.timeline.timeRange
        for (index, still) in manifest.stills.enumerated() {
            if taken.contains(resolved(still.path)) {
                report(
                    "stills[\(index)].output",
                    "is a source, which is never overwritten",
                    "write another file",
                    kind: .cannotCreate
                )
            }
            if let time = still.time, !whole.contains(time) {
                report(
                    "stills[\(index)].at",
                    "the film has no frame then: it lasts from \(whole.start.seconds) to \(whole.end.seconds) seconds",
                    "write a time in it"
                )
            }
        }
        return manifest.stills
    }
}
