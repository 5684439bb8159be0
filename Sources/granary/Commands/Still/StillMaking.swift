import Foundation
import Intake
import Jobs
import Media
import Worker

/// Makes what a command line asks for: a still, a pair, a sequence, or a part of a still.
struct StillMaking {
    /// Path of the film, or of the still to cut or to encode anew.
    let film: String
    /// Path of the new file.
    let output: String
    /// Tiles that are encoded at the same time.
    let workers: Int
    /// Takes what happens, in order.
    let tell: (StillEvent) -> Void
    private let software = "Granary \(BuildIdentity.granaryVersion)"

    /// Makes the files, which are written by the caller.
    ///
    /// - Parameters:
    ///   - packet: of XMP; nil for none.
    ///   - notes: a folder for small files of libx265.
    func make(
        _ options: StillOptions,
        _ motion: StillMotionOptions,
        packet: String?,
        notes: String
    ) throws -> (outcome: StillOutcome, movie: StillMovie?) {
        let request = try options.request()
        if let part = try options.part() {
            var image = try ImagePart(
                path: film,
                left: part.left,
                top: part.top,
                size: part.size,
                amount: request.amount,
                software: software
            )
            (image.workers, image.tell) = (workers, { tell(.image($0)) })
            tell(.resolved(settings(.part, request, image.resolved)))
            return (StillOutcome(output: output, try image.make()), nil)
        }
        // The times of a still image do not matter here.
        let reading = SourceReading(
            frameRate: try FilmProbe.isStill(path: film) ? FrameRate(frames: 1, seconds: 1) : nil
        )
        let source = try FilmProbe.describe(path: film, hashWholeFile: false, reading: reading)
        if let times = try motion.times(options) {
            var sequence = try FilmSequence(
                source,
                request,
                from: times.from,
                to: times.to,
                software: software,
                memoryFolder: notes
            )
            sequence.isSequenceFirst = output.lowercased().hasSuffix("s")
            sequence.tell = { tell(.image($0)) }
            tell(.resolved(settings(.sequence, request, try sequence.resolved())))
            return (StillOutcome(output: output, try sequence.make()), nil)
        }
        var still = try FilmStill(source, request, software: software)
        (still.xmp, still.workers, still.tell) = (packet, workers, { tell(.image($0)) })
        var settings = settings(motion.pair ? .pair : .still, request, still.resolved)
        guard motion.pair else {
            tell(.resolved(settings))
            return (StillOutcome(output: output, try still.make()), nil)
        }
        let path = StillMotionOptions.movie(of: output)
        settings.movie = path
        tell(.resolved(settings))
        let pair = try StillPair(still, memoryFolder: notes)
        let outcome = StillOutcome(output: output, pair, movie: path)
        if let movie = outcome.movie { tell(.movie(movie)) }
        return (outcome, pair.movie)
    }

    private func settings(
        _ kind: StillSettings.Kind,
        _ request: StillRequest,
        _ image: ResolvedStill
    ) -> StillSettings {
        StillSettings(kind, source: film, output: output, request, workers: workers, image)
    }
}
