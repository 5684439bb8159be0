import CFFmpeg
import Checksums
package import Media

/// Finds out what a source is: streams, exact frame times, colour, HDR metadata, sound, identity.
///
/// The file's packets are all read, its pictures are not decoded but for the first.
package struct MovieProbe {
    /// Describes a movie file.
    ///
    /// - Parameters:
    ///   - path: The file; made absolute in the description.
    ///   - hashWholeFile: Whether its identity covers every byte, or 66 blocks of 64 KiB.
    /// - Throws: A clear error for everything that cannot be a source: missing, a folder, empty, no movie, no video,
    ///   interlaced, of odd size, without exact times, cut off.
    package static func describe(path: String, hashWholeFile: Bool) throws(IntakeError) -> SourceDescription {
        let file = try SourceFile(path: path)
        let demuxer = try Demuxer(path: file.path)
        guard let stream = demuxer.bestVideoStream else { throw IntakeError.noVideo(file.path) }
        let audioStreams = (0..<demuxer.streamCount).filter { demuxer.isAudio(stream: $0) }
        let opening = try OpeningPicture(path: file.path, stream: stream)
        let entry = try demuxer.isISOMedia ? file.sampleEntry(ofTrack: demuxer.containerID(ofStream: stream)) : nil
        let edits = demuxer.isISOMedia ? try EditListReader(file: file).lists() : [:]
        let timeline = try FrameScan(
            demuxer: demuxer,
            stream: stream,
            firstDecodedTick: opening.tick,
            edits: edits[demuxer.containerID(ofStream: stream)]
        ).timeline()
        let colour = ContainerColour(demuxer, stream: stream, entry: entry, opening: opening)
        let video = try VideoTrack(
            demuxer: demuxer,
            stream: stream,
            opening: opening,
            entry: entry,
            beside: colour,
            timeline: timeline
        )
        var audio: [AudioTrack] = []
        for index in audioStreams {
            audio.append(
                try AudioScan(
                    path: file.path,
                    stream: index,
                    edits: edits[demuxer.containerID(ofStream: index)]
                ).track()
            )
        }
        return SourceDescription(
            path: file.path,
            identity: try file.identity(duration: timeline.timeRange.duration, hashWholeFile: hashWholeFile),
            container: demuxer.formatName,
            video: video,
            audio: audio,
            notCarried: demuxer.leftovers(video: stream, opening: opening, colour: colour),
            readerBuild: ReaderBuild.current
        )
    }

    /// Makes sure that a file still is the one that was probed: its size and its hashed bytes.
    ///
    /// - Throws: A clear error when it has changed, is gone, or cannot be read.
    package static func verifyIdentity(path: String, _ expected: SourceIdentity) throws(IntakeError) {
        let file = try SourceFile(path: path)
        guard file.byteCount == expected.byteCount else {
            throw IntakeError.changed(
                file.path,
                difference: "it has \(file.byteCount) bytes and had \(expected.byteCount)"
            )
        }
        let found = try file.identity(duration: expected.duration, hashWholeFile: expected.coversWholeFile)
        guard found.contentHash == expected.contentHash else {
            throw IntakeError.changed(file.path, difference: "its bytes differ")
        }
    }
}
