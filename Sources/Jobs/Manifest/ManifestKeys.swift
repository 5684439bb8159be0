/// The keys of the manifest, mapping by mapping. The parser accepts these keys, and the JSON Schema lists the same
/// ones.
package enum ManifestKeys {
    /// Keys of a film.
    private static let film = [
        "path", "track", "frameRate", "colour", "deinterlace", "fit", "enlarge", "start", "duration",
    ]
    /// Keys of colours.
    private static let colour = ["primaries", "transfer", "matrix", "range"]

    /// Keys of a goal.
    private static let rate = ["average", "constant", "quality", "maximum", "buffer"]
    /// Keys of a target quality.
    private static let quality = ["metric", "target", "floor"]

    /// Keys by the path of their mapping.
    static let table = KeyTable([
        (
            "",
            [
                "apiVersion", "name", "source", "output", "outputs", "stills", "preset", "video", "passes", "ranges",
                "audio", "onDamage", "onLoss", "verify", "priority", "externalId", "onFinish", "slurm",
            ]
        ),
        ("source", ["films"] + film),
        ("source[]", film),
        ("source.films[]", film),
        ("source.colour", colour),
        ("source[].colour", colour),
        ("source.films[].colour", colour),
        (
            "video",
            [
                "crop", "size", "fit", "enlarge", "deinterlace", "denoise", "deband", "burn", "outputFrameRate",
                "codec", "bitDepth", "speed", "tune", "rate", "optimize", "keyFrameInterval", "temporal", "hdr",
                "toneMap", "colour",
                "masteringDisplay", "contentLight", "dynamicMetadata", "hrd", "options",
            ]
        ),
        ("video.crop", ["left", "top", "right", "bottom"]),
        ("video.rate", rate),
        ("video.rate.quality", quality),
        ("video.burn", ["subtitle", "fonts"]),
        ("video.temporal", ["baseLayerFrameRate", "levels"]),
        ("video.colour", colour),
        ("video.dynamicMetadata", ["hdr10plus", "dolbyVision"]),
        (
            "outputs[]",
            [
                "path", "id", "preset", "codec", "size", "bitDepth", "speed", "tune", "rate", "optimize", "hdr",
                "toneMap",
                "colour", "masteringDisplay", "contentLight", "hrd", "options",
            ]
        ),
        ("outputs[].rate", rate),
        ("outputs[].rate.quality", quality),
        ("outputs[].colour", colour),
        ("stills[]", ["at", "output", "size", "quality"]),
        ("passes", ["maximum", "tolerance", "budget"]),
        ("ranges", ["minimum", "maximum", "sceneCuts"]),
        ("audio", ["codec", "tracks"]),
        ("slurm", ["partition", "account", "qos", "time", "memory", "cpus", "nice", "bundle", "slots", "options"]),
    ])

    /// The path of every key, as in `video.rate.average`.
    package static let all: [String] = table.all
}
