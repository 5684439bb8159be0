/// The keys of the manifest, mapping by mapping: the parser accepts these and the JSON Schema lists the same.
package enum ManifestKeys {
    /// Keys by the path of the mapping that holds them; the document's own is empty.
    private static let sections: [(path: String, keys: [String])] = [
        (
            "",
            [
                "apiVersion", "name", "source", "output", "preset", "video", "passes", "ranges", "audio", "onDamage",
                "onLoss", "verify", "priority", "externalId", "slurm",
            ]
        ),
        ("source", ["path", "track", "frameRate", "start", "duration"]),
        (
            "video",
            [
                "crop", "size", "bitDepth", "speed", "tune", "rate", "optimize", "keyFrameInterval", "temporal", "hdr",
                "colour", "masteringDisplay", "contentLight", "dynamicMetadata", "hrd", "options",
            ]
        ),
        ("video.crop", ["left", "top", "right", "bottom"]),
        ("video.rate", ["average", "constant", "quality", "maximum", "buffer"]),
        ("video.rate.quality", ["metric", "target", "floor"]),
        ("video.temporal", ["baseLayerFrameRate", "levels"]),
        ("video.colour", ["primaries", "transfer", "matrix", "range"]),
        ("passes", ["maximum", "tolerance", "budget"]),
        ("ranges", ["minimum", "maximum", "sceneCuts"]),
        ("audio", ["codec", "tracks"]),
        ("slurm", ["partition", "account", "qos", "time", "memory", "cpus", "nice", "bundle", "options"]),
    ]

    /// The keys that a mapping may hold, in the order of the documentation.
    static func keys(in path: String) -> [String] {
        sections.first { $0.path == path }?.keys ?? []
    }

    /// The path of every key, as in `video.rate.average`.
    package static let all: [String] = sections.flatMap { section in
        section.keys.map { section.path.isEmpty ? $0 : "\(section.path).\($0)" }
    }
}
