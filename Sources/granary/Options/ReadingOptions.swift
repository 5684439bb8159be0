import ArgumentParser
import Foundation
import Jobs
import Media

/// How a file is read: its video track, and a frame rate if its own times cannot be used.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Number of the video track, from 0. Default: the first one that is enabled.",
            valueName: "number"
        )
    )
    var track: String?

    @Option(
        help: ArgumentHelp(
            "Frame rate of a film whose own times are missing or damaged, as in 24 or 30000/1001.",
            discussion: "Then every picture that can be decoded is a frame.",
            valueName: "rate"
        )
    )
    var frameRate: String?

    /// The same settings as keys of the manifest's `source`.
    var keys: [String: Any] {
        var keys: [String: Any] = [:]
        keys["track"] = track
        keys["frameRate"] = frameRate
        return keys
    }

    /// How the file is read. Throws if a value is invalid.
    func reading() throws -> SourceReading {
        var reading = SourceReading.standard
        if let track {
            guard let number = Int(track), (0...999).contains(number) else {
                throw ValidationError("--track takes a number from 0, not '\(track)'")
            }
            reading.track = number
        }
        if let frameRate {
            guard let rate = Quantity.frameRate(frameRate) else {
                throw ValidationError("--frame-rate takes frames a second, as in 24 or 30000/1001, not '\(frameRate)'")
            }
            reading.frameRate = rate
        }
        return reading
    }
}
