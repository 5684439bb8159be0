import Media

extension Manifest {
    /// Reads `burn` of `video`: the subtitles that are drawn into the pictures, and the fonts of their text.
    ///
    /// - Parameter folder: that of the manifest, to which paths are relative.
    mutating func readBurning(_ video: ManifestSection, folder: String) {
        guard let section = video.section("burn") else { return }
        let track = section.integer("subtitle", in: 0...Self.lastSubtitle)
        if !section.has("subtitle") {
            section.reader.report(
                section.node,
                section.path,
                "does not say which subtitles are drawn",
                "write subtitle: 0 for the first track; `granary probe` lists them"
            )
        }
        let paths = section.values("fonts", expected: "the path of a font file") { $0.isEmpty ? nil : $0 }
        if !section.has("fonts") {
            section.reader.report(
                section.node,
                section.path,
                "names no fonts: text looks the same everywhere only if its fonts are given",
                "write fonts: [DejaVuSans.ttf]"
            )
        }
        guard let track, let paths else { return }
        let fonts = paths.map {
            SubtitleBurning.Font(path: absolute($0, "fonts", in: section, folder: folder))
        }
        self.video.burning = SubtitleBurning(track: track, fonts: fonts)
    }

    private static let lastSubtitle = 999
}
