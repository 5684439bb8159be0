import Checksums
import Media
import SubtitleDrawing

/// Draws the subtitles of a film into its pictures, after all conversions.
final class BurnedSubtitles {
    private let drawer: SubtitleDrawer
    private let script: SubtitleScript
    /// The start of the film on the clock of its file.
    private let start: MediaTime

    /// Most bytes of a font file: those with all characters of Chinese have up to 30 million.
    private static let largestFont: Int64 = 64 << 20

    /// Loads libass; false if it is not installed.
    static func load() -> Bool { SubtitleLibrary.shared != nil }

    /// Prepares to draw; nil for a film without such subtitles.
    ///
    /// - Throws: if a font is not the one that the job began with, or there is no libass, or another one.
    init?(of film: SourceDescription, _ conversion: PictureConversion) throws(IntakeError) {
        guard let script = film.script, let burning = film.reading?.burning else { return nil }
        let library = try Self.library(film.path)
        guard library.build == script.build else {
            throw IntakeError.changed(
                film.path,
                difference: "its subtitles were laid out by \(script.build), and this is \(library.build)"
            )
        }
        var fonts: [(name: String, bytes: [UInt8])] = []
        for font in burning.fonts {
            let found = try Self.font(font.path)
            guard found.hash == font.contentHash else {
                throw IntakeError.changed(font.path, difference: "its bytes differ")
            }
            fonts.append((found.name, found.bytes))
        }
        guard let drawer = SubtitleDrawer(library, script, fonts: fonts, on: Self.canvas(film.video, conversion)) else {
            throw IntakeError.library(film.path, attempted: "draw its subtitles", cause: "libass has no memory")
        }
        self.drawer = drawer
        self.script = script
        start = film.startInFile
    }

    /// A picture of the film with what is shown at a time of the film.
    func drawn(onto picture: Picture, at time: MediaTime) -> Picture {
        // Files round the times of texts, too.
        let moment = (time + start).rounded(to: 1000).value
        guard script.isShown(at: moment) else { return picture }
        var storage = picture.storage
        drawer.draw(at: moment, onto: &storage)
        return Picture(
            format: picture.format,
            size: picture.size,
            frame: picture.frame,
            presentationTime: picture.presentationTime,
            duration: picture.duration,
            damage: picture.damage,
            light: picture.light,
            storage: storage
        )
    }

    /// The script of the subtitles that a reading asks for, which get their mark, and whose fonts get their hashes.
    /// Nil if it asks for none, or if the film has no subtitles at all, as films of a list may have none.
    ///
    /// - Throws: if there is no such track, if it is no text, if a font cannot be read, or if no font has a character.
    static func script(
        of file: SourceFile,
        _ tracks: inout [SubtitleTrack],
        _ reading: inout SourceReading
    ) throws(IntakeError) -> SubtitleScript? {
        guard var burning = reading.burning, !tracks.isEmpty else { return nil }
        guard let track = tracks[safely: burning.track] else {
            throw failure(
                file.path,
                "it has no subtitle track \(burning.track)",
                tracks.count == 1 ? "its only track is 0" : "its tracks are 0 to \(tracks.count - 1)"
            )
        }
        guard SubtitleDecoder.isText(track.codec) else {
            throw failure(
                file.path,
                "subtitle track \(burning.track) is \(track.codec), which is not text",
                "name a track of text, or draw it with another program first"
            )
        }
        let library = try library(file.path)
        var fonts: [(name: String, bytes: [UInt8])] = []
        for index in burning.fonts.indices {
            let found = try font(burning.fonts[index].path)
            burning.fonts[index] = SubtitleBurning.Font(path: found.path, contentHash: found.hash)
            fonts.append((found.name, found.bytes))
        }
        let script = try read(file, track, reading, build: library.build)
        let canvas = SubtitleDrawer.Canvas(
            size: PictureSize(width: 384, height: 288),
            format: .yuv420p8,
            colour: .unspecified
        )
        let missing = SubtitleDrawer(library, script, fonts: fonts, on: canvas)?.missingCharacters() ?? []
        if let first = missing.first {
            let names = missing.map { "U+\(String($0.value, radix: 16, uppercase: true))" }.joined(separator: ", ")
            throw failure(
                file.path,
                "the fonts (\(fonts.map(\.name).joined(separator: ", "))) have no glyph for \"\(first)\": \(names)",
                "name a font that has these characters first"
            )
        }
        tracks[burning.track].isBurned = true
        reading.burning = burning
        return script
    }

    private static func read(
        _ file: SourceFile,
        _ track: SubtitleTrack,
        _ reading: SourceReading,
        build: String
    ) throws(IntakeError) -> SubtitleScript {
        let decoder = try SubtitleDecoder(
            file,
            stream: track.streamIndex,
            endsAtDamage: reading.concealsDamage,
            keepsAll: true
        )
        var events: [SubtitleScript.Event] = []
        while let entry = try decoder.next() {
            let times = [entry.ticks.lowerBound, entry.ticks.upperBound].map {
                MediaTime(value: $0, timescale: decoder.timescale).rounded(to: 1000).value
            }
            for line in entry.events where times[0] < times[1] {
                // libavcodec numbers the lines since it was opened, and leaves numbers out.
                let rest = line.drop { $0 != "," }
                events.append(SubtitleScript.Event(start: times[0], end: times[1], line: "\(events.count)\(rest)"))
            }
        }
        guard let header = decoder.header, !events.isEmpty else {
            throw failure(file.path, "subtitle track \(track.streamIndex) shows nothing", "leave `burn` out")
        }
        return SubtitleScript(header: header, events: events, build: build)
    }

    private static func font(_ path: String) throws(IntakeError) -> (
        name: String, bytes: [UInt8], hash: String, path: String
    ) {
        let file = try SourceFile(path: path)
        guard file.byteCount <= largestFont else {
            throw failure(file.path, "it has more than \(largestFont >> 20) MiB, as no font has", "name a font file")
        }
        let bytes = try file.bytes(at: 0, count: Int(file.byteCount))
        guard let name = FontFamily.name(in: bytes) else {
            throw failure(file.path, "it is no TrueType or OpenType font with a name", "name a .ttf, .otf or .ttc file")
        }
        // Safe: the bytes of an integer array are all initialised, and lent for the call only.
        return (name, bytes, unsafe SHA256Digest.of(bytes.span.bytes), file.path)
    }

    private static func canvas(_ track: VideoTrack, _ conversion: PictureConversion) -> SubtitleDrawer.Canvas {
        var colour = conversion.target ?? track.colour
        if let matrix = conversion.matrix, conversion.colours == nil { colour.matrix = matrix }
        colour.isFullRange = conversion.isFullRange ?? conversion.sourceIsFullRange ?? colour.isFullRange
        let shown = conversion.shown ?? conversion.size
        let taken = conversion.region?.size ?? track.size
        let aspect = Double(track.pixelAspect.horizontal) / Double(max(track.pixelAspect.vertical, 1))
        let scale = Double(taken.width * shown.height) / Double(taken.height * shown.width)
        return SubtitleDrawer.Canvas(
            size: conversion.size,
            shown: shown,
            format: conversion.format,
            colour: colour,
            chromaLocation: conversion.chromaLocation ?? track.chromaLocation,
            // Placed pictures have square samples in their frame.
            pixelAspect: conversion.place == nil && conversion.turn == .none ? aspect * scale : 1
        )
    }

    private static func library(_ path: String) throws(IntakeError) -> SubtitleLibrary {
        guard let library = SubtitleLibrary.shared else {
            throw IntakeError.library(path, attempted: "draw its subtitles", cause: "libass is not installed")
        }
        return library
    }

    private static func failure(_ path: String, _ cause: String, _ remedy: String) -> IntakeError {
        IntakeError(.unsupported, attempted: "draw its subtitles", subject: path, cause: cause, remedy: remedy)
    }
}
