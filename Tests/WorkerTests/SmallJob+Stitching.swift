import Foundation
import HEVC
import ISOMedia
import Intake
import Media
import Storage
import TestSupport

@testable import JobDocuments
@testable import Jobs
@testable import Worker

extension SmallJob {
    /// Stitches samples with the worker's own code, even if the film is wrong; returns the film's path.
    ///
    /// - Parameters:
    ///   - packets: changes the packets of the audio track.
    ///   - video: changes the configuration of the video track.
    ///   - sound: changes the configuration of the audio track.
    func stitch(
        _ samples: [StoredSample],
        packets alter: (inout [AudioPacket]) -> Void = { _ in },
        video change: (inout VideoTrackConfiguration) -> Void = { _ in },
        sound adjust: (inout AudioTrackConfiguration) -> Void = { _ in }
    ) throws -> String {
        let track = source.audio[0]
        var packets: [AudioPacket] = []
        let reader = try AudioPacketReader(source: source, track: track)
        while let packet = try reader.next() { packets.append(packet) }
        alter(&packets)
        var video = try VideoTrackConfiguration(
            parameterSets: directory.result(pass: 1, range: 0)!.parameterSets!,
            settings: job.encoder,
            geometry: FilmGeometry(job, source: source.video),
            kept: job.keptMetadata,
            source: source.video
        )
        change(&video)
        var sound = try AudioTrackConfiguration(track)
        adjust(&sound)
        var muxer = try MovieMuxer(
            MovieConfiguration(
                video: video,
                audio: [sound],
                container: job.container
            )
        )
        for sample in samples {
            var header = sample.header
            header.byteCount = sample.bytes.count
            try muxer.append(header)
        }
        for packet in packets {
            try muxer.appendAudio(track: 0, byteCount: packet.bytes.count, duration: packet.duration)
        }
        let layout = try muxer.finish()
        let path = TemporaryFolder.current.appending(path: "altered-\(UUID().uuidString).mp4").path
        let file = try FilmFile(creating: path, byteCount: layout.totalByteCount)
        try file.write(layout.header)
        var interleaver = Interleaver(layout: layout) { try file.write($0) }
        var next = packets.makeIterator()
        interleaver.nextPacket = { (_: Int) in next.next()?.bytes }
        for sample in samples { try sample.bytes.withRawSpan { try interleaver.writeVideo($0) } }
        try interleaver.finish()
        _ = try file.finish()
        return path
    }
}
