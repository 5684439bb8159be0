import ArgumentParser
import Foundation

/// How pictures are converted: their dynamic range, their place in the frame and their times.
struct ConversionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Dynamic range of the film: auto, sdr, hlg or hdr10. Default: that of the source.",
            valueName: "range"
        ),
        completion: .list(["auto", "sdr", "hlg", "hdr10"])
    )
    var hdr: String?

    @Option(
        help: ArgumentHelp(
            "How pictures are brought into the frame of --size: contain (black bars), crop or stretch.",
            valueName: "how"
        ),
        completion: .list(["contain", "crop", "stretch"])
    )
    var fit: String?

    @Flag(help: "Enlarge pictures that are smaller than the frame.")
    var enlarge = false

    @Option(
        help: ArgumentHelp(
            "Frame rate of the film, as in 25 or 30000/1001: frames are repeated or left out, never blended.",
            valueName: "rate"
        )
    )
    var outputFrameRate: String?

    @Option(
        help: ArgumentHelp(
            "How interlaced pictures become progressive: off, auto, frame or field (a frame of each field).",
            valueName: "how"
        ),
        completion: .list(["off", "auto", "frame", "field"])
    )
    var deinterlace: String?

    @Option(
        help: ArgumentHelp(
            "How much noise is averaged away where nothing moves: off, light, medium or strong.",
            valueName: "how"
        ),
        completion: .list(["off", "light", "medium", "strong"])
    )
    var denoise: String?

    @Flag(help: "Blur steps in smooth areas.")
    var deband = false

    @Option(
        help: ArgumentHelp(
            "Draw the text of this subtitle track into the pictures, the first one being 0. Needs --font.",
            valueName: "track"
        )
    )
    var burn: String?

    @Option(
        help: ArgumentHelp(
            "A font file for --burn; may be repeated. Text whose own font is not given has the first one.",
            valueName: "file"
        ),
        completion: .file(extensions: ["ttf", "otf", "ttc"])
    )
    var font: [String] = []

    /// The same settings as keys of the manifest's `video`.
    var keys: [String: Any] {
        var keys: [String: Any] = [:]
        keys["hdr"] = hdr
        keys["fit"] = fit
        if enlarge { keys["enlarge"] = true }
        keys["outputFrameRate"] = outputFrameRate
        keys["deinterlace"] = deinterlace
        keys["denoise"] = denoise
        if deband { keys["deband"] = true }
        var burning: [String: Any] = [:]
        burning["subtitle"] = burn
        if !font.isEmpty { burning["fonts"] = font.map { URL(filePath: $0).path } }
        if !burning.isEmpty { keys["burn"] = burning }
        return keys
    }
}
