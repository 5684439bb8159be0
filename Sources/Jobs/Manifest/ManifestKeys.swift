/// The keys of the manifest, mapping by mapping. The parser accepts these keys, and the JSON Schema lists the same
/// ones.
package enum ManifestKeys {
    /// Keys by the path of their mapping.
    static let table = KeyTable([
        (
            "",
            [
                "apiVersion", "name", "source", "output", "preset", "video", "passes", "ranges", "audio", "onDamage",
                "onLoss", "verify", "priority", "externalId", "slurm",
            ]
        ),
        ("source", ["path", "films", "track", "frameRate", "colour", "deinterlace", "fit", "enlarge", "start", "duration"]),
        ("source[]", ["path", "track", "frameRate", "colour", "deinterlace", "fit", "enlarge", "start", "duration"]),
        ("source.films[]", ["path", "track", "frameRate", "colour", "deinterlace", "fit", "enlarge", "start", "duration"]),
        ("source.colour", ["primaries", "transfer", "matrix", "range"]),
        ("source[].colour", ["primaries", "transfer", "matrix", "range"]),
        ("source.films[].colour", ["primaries", "transfer", "matrix", "range"]),
        (
            "video",
            [
                "crop", "size", "fit", "enlarge", "deinterlace", "outputFrameRate", "bitDepth", "speed", "tune", "rate",
                "optimize", "keyFrameInterval", "temporal", "hdr", "toneMap", "colour", "masteringDisplay", "contentLight",
                "dynamicMetadata", "hrd", "options",
            ]
        ),
        ("video.crop", ["left", "top", "right", "bottom"]),
        ("video.rate", ["average", "constant", "quality", "maximum", "buffer"]),
        ("video.rate.quality", ["metric", "target", "floor"]),
        ("video.temporal", ["baseLayerFrameRate", "levels"]),
        ("video.colour", ["primaries", "transfer", "matrix", "range"]),
        ("video.dynamicMetadata", ["hdr10plus", "dolbyVision"]),
        ("passes", ["maximum", "tolerance", "budget"]),
        ("ranges", ["minimum", "maximum", "sceneCuts"]),
        ("audio", ["codec", "tracks"]),
        ("slurm", ["partition", "account", "qos", "time", "memory", "cpus", "nice", "bundle", "slots", "options"]),
    ])

    /// The path of every key, as in `video.rate.average`.
    package static let all: [String] = table.all
}
