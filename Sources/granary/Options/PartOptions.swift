import ArgumentParser
import Media

/// Which part of a film is taken, and what a file does not say of itself.
struct PartOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Start here: the first frame at this time or later is the first of the film.",
            valueName: "time"
        )
    )
    var start: String?

    @Option(help: ArgumentHelp("Encode only this much: the frames that start within it.", valueName: "time"))
    var duration: String?

    @Option(
        help: ArgumentHelp(
            "Remove this many luma samples at the edges, before rotation and scaling; left and top must be even.",
            valueName: "left,top,right,bottom"
        )
    )
    var crop: String?

    @Option(
        help: ArgumentHelp("What to do with damaged frames: error, or conceal and list them.", valueName: "how"),
        completion: .list(["error", "conceal"])
    )
    var onDamage: String?

    @OptionGroup var reading: ReadingOptions

    /// The manifest's `source` of a file, or of several that are played one after the other: then the part counts over
    /// all of them.
    func source(_ inputs: [String]) -> Any {
        var keys: [String: Any] = [:]
        keys["start"] = start
        keys["duration"] = duration
        let films: [Any] = inputs.map { input -> Any in
            if reading.keys.isEmpty { return input }
            return reading.keys.merging(["path": input]) { first, _ in first }
        }
        guard films.count == 1, let input = inputs.first else {
            if keys.isEmpty { return films }
            keys["films"] = films
            return keys
        }
        keys.merge(reading.keys) { first, _ in first }
        if keys.isEmpty { return input }
        keys["path"] = input
        return keys
    }

    /// The manifest's `video.crop`; nil when nothing is cut off. What is not of the form is handed on, and refused
    /// where all of the manifest is.
    var cropKeys: Any? {
        guard let crop else { return nil }
        let sides = crop.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 4 else { return crop }
        return Dictionary(uniqueKeysWithValues: zip(["left", "top", "right", "bottom"], sides))
    }
}
