import ISOMedia
import Intake
import Media

/// A subtitle, chapter or timecode track of a film, with all of its samples: they are few and small.
struct FilmSideTrack {
    /// What the muxer gets.
    let configuration: SideTrackConfiguration
    /// Its samples in order.
    let samples: [TimedTextSample]

    /// The same for the muxer.
    var content: TrackContent {
        var rest = samples.makeIterator()
        return TrackContent(packets: samples.map { ($0.bytes.count, $0.duration) }) { rest.next()?.bytes }
    }

    /// The tracks of a film: subtitles, then chapters, then timecode.
    ///
    /// - Parameters:
    ///   - source: the source of the film.
    ///   - shown: size of the film's pictures as shown, after rotation.
    /// - Throws: when subtitles cannot be read.
    static func tracks(of source: SourceDescription, shown: PictureSize) throws -> [FilmSideTrack] {
        var tracks: [FilmSideTrack] = []
        var isOneShown = false
        for track in source.subtitles ?? [] where track.isCarried {
            guard let made = try subtitles(track, of: source, shown: shown, isEnabled: track.isEnabled && !isOneShown)
            else { continue }
            isOneShown = isOneShown || track.isEnabled
            tracks.append(made)
        }
        if let made = chapters(of: source) { tracks.append(made) }
        if let timecode = source.timecode { tracks.append(Self.timecode(timecode, of: source)) }
        return tracks
    }

    private static func subtitles(
        _ track: SubtitleTrack,
        of source: SourceDescription,
        shown: PictureSize,
        isEnabled: Bool
    ) throws -> FilmSideTrack? {
        // The font size is a twentieth of the picture's height, and the box has space for three lines.
        let fontSize = UInt8(clamping: max(8, shown.height / 20))
        var configuration = track.configuration
        if (try? TimedTextSampleEntry(configuration: configuration)) == nil {
            configuration =
                TimedTextSampleEntry(
                    width: Int16(clamping: shown.width),
                    height: Int16(clamping: max(shown.height / 5, 3 * Int(fontSize))),
                    fontSize: fontSize,
                    isForced: track.isForced
                ).configuration
        }
        let samples = try SubtitleReader(source: source, track: track).samples(fontSize: fontSize)
        guard !samples.isEmpty else { return nil }
        return FilmSideTrack(
            configuration: SideTrackConfiguration(
                .subtitles(configuration),
                language: track.language,
                title: track.title,
                roles: track.roles ?? [],
                isEnabled: isEnabled,
                timescale: track.timescale
            ),
            samples: samples
        )
    }

    /// The timescale is 1000, as in most containers, if all times are exact in it; else the video's if they are exact
    /// in that; else 90000.
    private static func chapters(of source: SourceDescription) -> FilmSideTrack? {
        guard let chapters = source.chapters, let first = chapters.first else { return nil }
        let video = source.video.timeline.timescale
        let timescale =
            [1000, video].first { scale in chapters.allSatisfy { $0.start.exactly(in: scale) != nil } } ?? 90000
        let end = source.video.timeline.timeRange.end.rounded(to: timescale).value
        let starts = chapters.map { $0.start.rounded(to: timescale).value }
        let samples = zip(chapters, zip(starts, starts.dropFirst() + [end])).compactMap { chapter, times in
            times.1 > times.0
                ? TimedTextSample(bytes: TextSampleEntry.sample(chapter.title), duration: times.1 - times.0) : nil
        }
        guard !samples.isEmpty else { return nil }
        return FilmSideTrack(
            configuration: SideTrackConfiguration(
                .chapters,
                timescale: timescale,
                presentationStart: first.start.rounded(to: timescale)
            ),
            samples: samples
        )
    }

    private static func timecode(_ timecode: Timecode, of source: SourceDescription) -> FilmSideTrack {
        let timescale = timecode.rate.frames
        let duration = max(1, source.video.timeline.timeRange.duration.rounded(to: timescale).value)
        return FilmSideTrack(
            configuration: SideTrackConfiguration(.timecode(timecode), timescale: timescale),
            samples: [TimedTextSample(bytes: TimecodeSampleEntry.sample(timecode), duration: duration)]
        )
    }
}
