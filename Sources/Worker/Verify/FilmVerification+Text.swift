import ISOMedia
import Intake
package import Media

extension FilmVerification {
    /// Compares subtitles, chapters and timecode with what the source's become: the number of tracks, and each sample's
    /// bytes and duration.
    ///
    /// - Throws: when the source cannot be read.
    package func checkText(_ source: SourceDescription) throws -> [String] {
        guard let video = film.movie.tracks.first(where: { $0.handler == "vide" })?.header else { return [] }
        let expected = try FilmSideTrack.tracks(of: source, shown: video.shownSize)
        let found = film.movie.tracks.filter { $0.handler != "vide" && $0.handler != "soun" }
        var findings: [String] = []
        if found.count != expected.count {
            let words = counted(found.count, "track")
            findings.append("the film has \(words) beside picture and sound, \(expected.count) were to be carried")
        }
        for (number, (track, wanted)) in zip(found, expected).enumerated() {
            let name = "text track \(number)"
            if track.handler != wanted.configuration.handler.type {
                findings.append("\(name) is of another sort than was to be carried")
            }
            let samples = track.samples.map { Array($0) } ?? []
            guard samples.count == wanted.samples.count else {
                findings.append("\(name) has \(counted(samples.count, "sample")), not \(wanted.samples.count)")
                continue
            }
            let differing = zip(samples, wanted.samples).count { sample, text in
                Int64(sample.duration) != text.duration || Int(sample.byteCount) != text.bytes.count
                    || (try? film.bytes(of: sample)) != text.bytes
            }
            if differing > 0 {
                findings.append("\(name): \(counted(differing, "sample")) of it differ from the source")
            }
        }
        return findings
    }
}
