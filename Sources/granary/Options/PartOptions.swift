import ArgumentParser
import Media

/// The part of a film that is encoded, and how its files are read.
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

    /// The manifest's `source` of one file, or of several files that are joined: then start and duration refer to the
    /// joined film.
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

    /// The manifest's `video.crop`; nil if nothing is cropped. An invalid value is passed on as it is: the parser of
    /// the manifest refuses it.
    var cropKeys: Any? {
        guard let crop else { return nil }
        let sides = crop.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 4 else { return crop }
        return Dictionary(uniqueKeysWithValues: zip(["left", "top", "right", "bottom"], sides))
    }
}
