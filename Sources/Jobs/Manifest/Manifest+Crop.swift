extension Manifest.Crop {
    init(_ section: ManifestSection) {
        self.init()
        left = Self.side("left", section)
        top = Self.side("top", section)
        right = Self.side("right", section)
        bottom = Self.side("bottom", section)
        for (key, side) in [("left", left), ("top", top)] where side % 2 != 0 {
            section.report(key, "is odd, but chroma samples are on every second column and row", "write \(side - 1)")
        }
    }

    private static func side(_ key: String, _ section: ManifestSection) -> Int {
        section.integer(key, in: 0...16384) ?? 0
    }
}
