package import Jobs

extension BenchSuite {
    /// The keys of a suite file: the parser accepts these and the JSON Schema lists the same.
    package static let keys = KeyTable([
        (
            "",
            [
                "apiVersion", "name", "presets", "rates", "factors", "repetitions", "metrics", "keyFrameInterval",
                "clips", "folders", "anchors", "limits", "gate",
            ]
        ),
        (
            "clips[]",
            ["name", "path", "recipe", "sha256", "licence", "class", "obtain", "rates", "factors"]
        ),
        ("clips[].recipe", ["graph", "source", "frames", "frameRate", "bitDepth", "transfer"]),
        ("folders[]", ["path", "class", "licence"]),
        (
            "anchors[]",
            [
                "name", "title", "kind", "role", "preset", "aim", "options", "optimize", "passes", "chunk", "commands",
                "input", "output", "version",
            ]
        ),
        ("limits", ["time", "disk", "runs"]),
        ("gate", ["rate", "clipRate", "speed", "accuracy", "decibels", "ssim", "vmaf"]),
    ])
}
