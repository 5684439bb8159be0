import Foundation
import Glibc
import HEVC
import ISOMedia
import Media
import Platform
import Storage

/// A movie of the samples of a silo, with audio and tags.
struct MovieOfSilo {
    /// The samples.
    let silo: FrameSilo
    /// The video track; its times come from the samples.
    var video: VideoTrackConfiguration
    /// The audio tracks.
    let audio: [AudioInput]
    /// The tags.
    let metadata: [MetadataItem]

    /// Writes the file and syncs it. It gets its name when it is complete.
    ///
    /// - Throws: `alreadyExists` if the name is taken, `diskFull`, `system`, or `wrongSample` for samples that no movie
    ///   can have.
    func write(to url: URL) throws {
        let temporary = url.deletingLastPathComponent()
            .appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)")
        // The former name may remain beside the new one.
        defer { try? FileManager.default.removeItem(at: temporary) }
        try write(to: temporary, as: MovieContainer(fileName: url.path))
        let number = FinalName.give(temporary.path, url.path)
        guard number == 0 else {
            throw GranaryError(
                number == EEXIST ? .alreadyExists : .system,
                attempted: "name a film",
                subject: url.path,
                // Safe: the text is copied before the next call of strerror.
                cause: unsafe String(cString: strerror(number))
            )
        }
    }

    private func write(to url: URL, as container: MovieContainer) throws {
        var assembly = try assembly(as: container)
        let layout = try translating {
            try silo.forEachHeader { try assembly.muxer.append($0) }
            return try assembly.layOut()
        }
        guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
            throw failure(.system, "create a file", url, "the folder does not take it")
        }
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        do {
            try translating {
                try assembly.write(layout, to: { try file.write(contentsOf: Data($0.copied())) }) { interleaver in
                    try silo.forEachSample { sample in
                        try sample.bytes.withRawSpan { try interleaver.writeVideo($0) }
                    }
                }
            }
            try file.synchronize()
        } catch let error as GranaryError {
            throw error
        } catch {
            let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
            throw failure(isFull ? .diskFull : .system, "write a film", url, error.localizedDescription)
        }
    }

    /// The movie without its video samples.
    private func assembly(as container: MovieContainer) throws -> MovieAssembly {
        var video = video
        var timescale: Int32?
        var cadence = FrameCadence()
        try silo.forEachHeader { header in
            let scale = timescale ?? header.decodeTime.timescale
            timescale = scale
            // Times that are not exact are an error when the sample is laid out.
            cadence.add(
                tick: header.presentationTime.rounded(to: scale).value,
                duration: header.duration.rounded(to: scale).value
            )
        }
        video.timescale = timescale ?? 1
        video.constantRate = cadence.rate(timescale: video.timescale)
        let tracks = AudioTrack.alternatives(audio.map(\.settled))
        return try translating {
            let configuration = MovieConfiguration(
                video: video,
                audio: try tracks.map { try AudioTrackConfiguration($0) },
                metadata: metadata.map(\.wrapped),
                container: container
            )
            return try MovieAssembly(configuration, audio: try audio.map { try $0.content() })
        }
    }

    private func failure(_ code: GranaryError.Code, _ attempted: String, _ url: URL, _ cause: String) -> GranaryError {
        GranaryError(code, attempted: attempted, subject: url.path, cause: cause)
    }
}
