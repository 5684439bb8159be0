import ISOMedia
package import Media
package import Quality
import Storage

/// Compares a finished film with its hashes and its source: every picture with its hash, every time with the source's.
///
/// Findings are sentences for the report. A film without findings is correct: hashes and times come from the encoder
/// and the source, while Granary's own box reader reads the film and libde265 decodes it.
package struct FilmVerification {
    /// Findings of one kind beyond this number are only counted.
    static let findingLimit = 20

    let film: FilmUnderTest

    /// Creates the verification of a film.
    package init(_ film: FilmUnderTest) { self.film = film }

    /// Compares the number of frames and each presentation time with the source's, exactly.
    package func checkTimes(_ timeline: FrameTimeline) -> [String] {
        var findings: [String] = []
        if film.samples.count != timeline.count {
            findings.append("the film has \(counted(film.samples.count, "frame")), the source \(timeline.count)")
        }
        let ticks = film.samples.map(\.presentationTick).sorted()
        var wrong = 0
        for (frame, tick) in ticks.enumerated() where frame < timeline.count {
            let time = MediaTime(value: tick, timescale: film.timescale)
            guard time != timeline.time(of: frame) else { continue }
            wrong += 1
            if wrong == 1 {
                findings.append(
                    "frame \(frame) is presented at \(time) in the film, at \(timeline.time(of: frame)) in the source"
                )
            }
        }
        if wrong > 1 { findings.append("\(wrong) frames have other presentation times than in the source") }
        return findings
    }

    /// Compares the presented duration of video and audio with the source's: each within one tick of the movie's clock.
    ///
    /// - Parameters:
    ///   - carried: positions of the source's audio tracks that the film must have; nil skips the audio.
    ///   - encoded: the carried tracks that were encoded instead of copied; `checkAudio` compares them.
    package func checkDurations(
        _ source: SourceDescription,
        carried: [Int]?,
        encoded: Set<Int> = []
    ) -> [String] {
        var findings: [String] = []
        let movie = film.movie
        let tick = 1 / Double(max(movie.timescale ?? 1, 1))
        func compare(_ name: String, _ track: TrackDescription?, _ seconds: Double, edits: Int = 1) {
            guard let track else {
                findings.append("\(name) is missing")
                return
            }
            let presented = FilmUnderTest.presentedSeconds(track, movieTimescale: movie.timescale)
            // Each edit is rounded separately.
            if (presented - seconds).magnitude > tick * 1.001 * Double(edits) {
                findings.append("\(name) lasts \(presented) s, \(seconds) s in the source")
            }
        }
        compare(
            "the video",
            movie.tracks.first { $0.handler == "vide" },
            source.video.timeline.timeRange.duration.seconds
        )
        guard let carried else { return findings }
        let audio = movie.tracks.filter { $0.handler == "soun" }
        if audio.count != carried.count {
            findings.append("the film has \(counted(audio.count, "audio track")) instead of \(carried.count)")
        }
        for (track, index) in zip(audio, carried) where !encoded.contains(index) {
            let expected = source.audio[index]
            compare(
                "audio track \(index)",
                track,
                expected.playedSeconds.reduce(0, +),
                edits: expected.presentation.count
            )
            // Uncompressed audio has one sample per tick, whatever its packets were.
            let packetCount = expected.pcmFormat == nil ? expected.packetCount : Int(expected.mediaDuration)
            if let count = track.samples?.count, count != packetCount {
                findings.append("audio track \(index) has \(counted(count, "packet")), \(packetCount) in the source")
            }
        }
        return findings
    }

    /// Decodes frames of one range and compares each picture with the hash of the encoder's reconstruction.
    ///
    /// - Parameters:
    ///   - frames: the range; the film must start a closed GOP at its first frame.
    ///   - hashes: one for each frame of the range, in presentation order; nil decodes and counts the pictures only.
    ///   - look: gets each picture with its frame number, for the duration of the call.
    /// - Returns: findings, and the number of pictures that were decoded, and compared if there are hashes.
    package func checkPictures(
        _ frames: Range<Int>,
        hashes: [PictureHash]?,
        look: (Int, borrowing DecodedPicture) throws -> Void = { _, _ in }
    ) -> (findings: [String], compared: Int) {
        guard !frames.isEmpty else { return ([], 0) }
        guard frames.upperBound <= film.samples.count else {
            return (["the film does not have all of the frames \(frames)"], 0)
        }
        guard film.samples[frames.lowerBound].isSync else {
            return (["frame \(frames.lowerBound) starts a range but is not a sync sample"], 0)
        }
        var findings: [String] = []
        var compared = 0
        var (wrong, displaced) = (0, 0)
        let expected = hashes?.count ?? frames.count
        // Output order is presentation order: the n-th output picture is frame n, so its sample must be the n-th by
        // presentation time.
        let order = frames.sorted { film.samples[$0].presentationTick < film.samples[$1].presentationTick }
        do {
            let warnings = try film.decode(frames) { sample, picture in
                defer { compared += 1 }
                guard compared < min(expected, order.count) else { return }
                let frame = frames.lowerBound + compared
                if let hashes, picture.hash() != hashes[compared] {
                    wrong += 1
                    if wrong <= FilmVerification.findingLimit {
                        findings.append("frame \(frame) decodes to a different picture than was encoded")
                    }
                } else if order[compared] != sample {
                    displaced += 1
                    if displaced <= FilmVerification.findingLimit {
                        findings.append("frame \(frame) has the time of another frame")
                    }
                }
                try look(frame, picture)
            }
            findings += warnings
        } catch {
            findings.append("frames \(frames): \(error)")
        }
        if wrong > FilmVerification.findingLimit { findings.append("\(wrong) pictures of frames \(frames) are wrong") }
        if displaced > FilmVerification.findingLimit {
            findings.append("\(displaced) pictures of frames \(frames) have the time of another frame")
        }
        if compared != expected {
            findings.append("frames \(frames) decode to \(counted(compared, "picture")) instead of \(expected)")
        }
        return (findings, min(compared, expected))
    }
}
