/// Which subtitles of a film are drawn into its pictures, and with which fonts.
package struct SubtitleBurning: Hashable, Sendable, Codable {
    /// A font file. It may have several fonts.
    package struct Font: Hashable, Sendable, Codable {
        /// Absolute path.
        package var path: String
        /// SHA-256 of the whole file, 64 hexadecimal digits; empty before the file is read.
        package var contentHash: String

        /// Describes a file.
        package init(path: String, contentHash: String = "") {
            self.path = path
            self.contentHash = contentHash
        }
    }

    /// Position of the track among the subtitles of the film, from 0.
    package var track: Int
    /// The fonts, at least one. The first one is used for text whose own font is not among them.
    package var fonts: [Font]

    /// Creates a choice.
    package init(track: Int, fonts: [Font]) {
        self.track = track
        self.fonts = fonts
    }
}

extension SourcePart {
    /// The part without the places of files: what affects the bytes of the film.
    package var withoutPlaces: SourcePart {
        var part = self
        for index in (part.reading.burning?.fonts ?? []).indices { part.reading.burning?.fonts[index].path = "" }
        return part
    }
}
