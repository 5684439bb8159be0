import Media

/// A document of a job whose numbers are checked before anything is computed with them. Whoever can write to the job
/// directory can write anything into it.
package protocol CheckedDocument: Decodable {
    /// What is wrong with a document that Granary never writes; nil if it is valid.
    var flaw: String? { get }
}

extension ResolvedJob: CheckedDocument {
    package var flaw: String? {
        guard (1...1000).contains(passes.maximum) else {
            return "its limit of \(passes.maximum) passes is not from 1 to 1000"
        }
        guard (onFinish ?? []).allSatisfy(Manifest.isHookName) else { return "a hook in it has no valid name" }
        return passes.tolerance >= 0 && passes.budget >= 0 ? nil : "its tolerance or its budget is negative"
    }
}

extension SourceDescription: CheckedDocument {
    var flaw: String? {
        guard identity.byteCount >= 0 else { return "its source has \(identity.byteCount) bytes" }
        // Far more frames than any film has, and few enough for sums over frames.
        guard video.timeline.count <= RangeResult.mostFrames else {
            return "its source has \(video.timeline.count) frames"
        }
        let firsts = [repetition?.first, fields?.first].compactMap(\.self)
        guard firsts.allSatisfy({ (0...2 * RangeResult.mostFrames).contains($0) }) else {
            return "a part of its source begins at an impossible frame"
        }
        guard let films else { return nil }
        // Readers rely on it: the films together are the whole source.
        let isWhole =
            !films.isEmpty && films.allSatisfy { $0.films == nil && $0.flaw == nil }
            && FrameTimeline(joining: films.map(\.video.timeline)) == video.timeline
        return isWhole ? nil : "its films together are not its source"
    }
}

extension ScoutResult: CheckedDocument {
    package var flaw: String? {
        guard frames.lowerBound >= 0, (lightStatements ?? []).allSatisfy({ frames.contains($0.frame) }) else {
            return "frames \(frames) cannot be frames of a film"
        }
        return scoutBits?.isValid ?? true ? nil : "the bits of the scout's encode are out of bounds"
    }
}

extension SceneCutList: CheckedDocument {
    package var flaw: String? {
        guard cuts.allSatisfy({ $0 >= 0 }) else { return "a scene starts before the film" }
        guard dynamicMetadata?.isValid(frameCount: nil) ?? true else {
            return "the numbers of its dynamic metadata are out of bounds"
        }
        guard (colours ?? []).allSatisfy(\.isValid) else { return "the peak of its colours is out of bounds" }
        return scoutBits?.isValid ?? true ? findings?.flaw : "the bits of the scout's encode are out of bounds"
    }
}

extension FilmSelection: CheckedDocument {
    package var flaw: String? { passes.allSatisfy { $0 >= 1 } ? nil : "a pass has a number below 1" }
}

extension MuxResult: CheckedDocument {
    package var flaw: String? {
        // It becomes part of a file name.
        guard attempt.map(FilmAttempt.isName) ?? true else { return "the name of its attempt is invalid" }
        return byteCount >= 0 && videoBits >= 0 ? nil : "its film has \(byteCount) bytes and \(videoBits) bits of video"
    }
}

extension VerifyResult: CheckedDocument {
    package var flaw: String? {
        guard (faultyRanges ?? []).allSatisfy({ $0 >= 0 }) else { return "a range has a number below 0" }
        let counts = [picturesCompared, levelPicturesCompared ?? 0, soundPacketsCompared ?? 0]
        // Each picture is compared once, and again at each of up to six lower temporal levels.
        let isSound = counts.allSatisfy { (0...RangeResult.mostFrames << 8).contains($0) }
        return isSound ? nil : "it compared \(counts.map(String.init).joined(separator: ", ")) pictures and packets"
    }
}

extension FinishedFilm: CheckedDocument {
    package var flaw: String? { byteCount >= 0 ? nil : "its film has \(byteCount) bytes" }
}
