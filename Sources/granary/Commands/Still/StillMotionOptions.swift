import ArgumentParser
import Foundation
import Jobs
import Media

/// Whether a still also moves: a movie with it, or a sequence of images.
struct StillMotionOptions: ParsableArguments {
    @Flag(
        help: "Also make a movie of the 3 seconds around the frame: IMG.mov for IMG.heic. An identifier connects both."
    )
    var pair = false

    @Flag(help: "Make an image sequence of the frames from --from to --to.")
    var sequence = false

    @Option(help: ArgumentHelp("With --sequence: where it begins. Default: with the film.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("With --sequence: where it ends. Default: with the film.", valueName: "time"))
    var to: String?

    /// The times of a sequence; nil for none. Throws if an option is invalid, or others contradict it.
    func times(_ still: StillOptions) throws -> (from: MediaTime?, to: MediaTime?)? {
        guard sequence else {
            guard from == nil, to == nil else { throw ValidationError("--from and --to are for --sequence.") }
            guard !pair || still.burst == nil && still.crop == nil else {
                throw ValidationError("A pair is a still of one frame of a film: leave out --burst and --crop.")
            }
            return nil
        }
        let others = [
            pair, still.at != nil, still.scene != nil, still.best, still.bytes != nil, still.thumbnail != nil,
            still.grid != nil, still.burst != nil, still.crop != nil, still.xmp != nil,
        ]
        guard !others.contains(true) else {
            throw ValidationError("With --sequence, only --from, --to, --size, --quality and --hdr can be chosen.")
        }
        let times = (try time(from, "--from"), try time(to, "--to"))
        if let from = times.0, let to = times.1, from >= to {
            throw ValidationError("--from must be earlier than --to.")
        }
        return times
    }

    /// The path of the movie that belongs to a still.
    static func movie(of still: String) -> String {
        let suffix = URL(filePath: still).pathExtension
        return String(still.dropLast(suffix.count)) + "mov"
    }

    private func time(_ text: String?, _ name: String) throws -> MediaTime? {
        guard let text else { return nil }
        guard let time = Quantity.time(text) else {
            throw ValidationError("\(name) takes a time, as in 12.5s or 1.5m, not '\(text)'.")
        }
        return time
    }
}
