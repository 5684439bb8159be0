import Media

/// A document of a job whose numbers are looked at before anything is computed with them: whoever can write into the
/// folder can write anything into it.
package protocol CheckedDocument: Decodable {
    /// What no Granary writes; nil when there is nothing of the kind.
    var flaw: String? { get }
}

extension ResolvedJob: CheckedDocument {
    package var flaw: String? {
        guard (1...1000).contains(passes.maximum) else { return "\(passes.maximum) passes are no limit" }
        return passes.tolerance >= 0 && passes.budget >= 0 ? nil : "its tolerance or budget is negative"
    }
}

extension SourceDescription: CheckedDocument {
    var flaw: String? {
        guard identity.byteCount >= 0 else { return "its source has \(identity.byteCount) bytes" }
        // Far more than any film, and few enough for sums over frames.
        guard video.timeline.count <= RangeResult.mostFrames else {
            return "its source has \(video.timeline.count) frames"
        }
        guard let films else { return nil }
        // Readers count on it that the films make up the whole.
        let isWhole =
            films.count > 1 && films.allSatisfy { $0.films == nil && $0.flaw == nil }
            && FrameTimeline(joining: films.map(\.video.timeline)) == video.timeline
        return isWhole ? nil : "its films do not make up its source"
    }
}

extension ScoutResult: CheckedDocument {
    package var flaw: String? {
        frames.lowerBound >= 0 && (lightStatements ?? []).allSatisfy { frames.contains($0.frame) }
            ? nil : "frames \(frames) are none of a film"
    }
}

extension SceneCutList: CheckedDocument {
    package var flaw: String? { cuts.allSatisfy { $0 >= 0 } ? findings?.flaw : "a scene begins before the film" }
}

extension FilmSelection: CheckedDocument {
    package var flaw: String? { passes.allSatisfy { $0 >= 1 } ? nil : "a pass has a number below 1" }
}

extension MuxResult: CheckedDocument {
    package var flaw: String? {
        // It becomes part of a file's name.
        guard attempt.map(FilmAttempt.isName) ?? true else { return "its attempt has a name that no attempt has" }
        return byteCount >= 0 && videoBits >= 0 ? nil : "its film has \(byteCount) bytes, \(videoBits) bits"
    }
}

extension VerifyResult: CheckedDocument {
    package var flaw: String? {
        guard (faultyRanges ?? []).allSatisfy({ $0 >= 0 }) else { return "a range has a number below 0" }
        let counts = [picturesCompared, levelPicturesCompared ?? 0, soundPacketsCompared ?? 0]
        // Each picture is compared once, and once more at each of six lower levels.
        let isSound = counts.allSatisfy { (0...RangeResult.mostFrames << 8).contains($0) }
        return isSound ? nil : "it compared \(counts.map(String.init).joined(separator: ", ")) pictures and packets"
    }
}

extension FinishedFilm: CheckedDocument {
    package var flaw: String? { byteCount >= 0 ? nil : "its film has \(byteCount) bytes" }
}
