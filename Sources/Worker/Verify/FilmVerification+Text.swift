import ISOMedia
import Intake
package import Media

extension FilmVerification {
    /// Compares subtitles, chapters and timecode with those that the source gives: the number of tracks, their roles,
    /// and the bytes and duration of each sample.
    ///
    /// - Throws: when the source cannot be read.
    package func checkText(_ source: SourceDescription) throws -> [String] {
        guard let video = film.movie.tracks.first(where: { $0.handler == "vide" })?.header else { return [] }
        let expected = try FilmSideTrack.tracks(of: source, shown: video.shownSize)
        let found = film.movie.tracks.filter { $0.handler != "vide" && $0.handler != "soun" }
        var findings: [String] = []
        if found.count != expected.count {
            let words = counted(found.count, "track")
            findings.append("the film has \(words) besides video and audio instead of \(expected.count)")
        }
        for (number, (track, wanted)) in zip(found, expected).enumerated() {
            let name = "text track \(number)"
            if track.handler != wanted.configuration.handler.type {
                findings.append("\(name) has another handler type than '\(wanted.configuration.handler.type)'")
            }
            if track.roles != wanted.configuration.roles {
                findings.append("\(name): its roles differ from the source's")
            }
            let samples = track.samples.map { Array($0) } ?? []
            guard samples.count == wanted.samples.count else {
                findings.append("\(name) has \(counted(samples.count, "sample")) instead of \(wanted.samples.count)")
                continue
            }
            let differing = zip(samples, wanted.samples).count { sample, text in
                Int64(sample.duration) != text.duration || Int(sample.byteCount) != text.bytes.count
                    || (try? film.bytes(of: sample)) != text.bytes
            }
            if differing > 0 {
                let verb = differing == 1 ? "differs" : "differ"
                findings.append("\(name): \(counted(differing, "sample")) \(verb) from the source")
            }
        }
        return findings
    }
}
