import HEVC
import ISOMedia
import Media

extension Workload {
    /// The muxer and the reader of boxes, on a film of half an hour with four temporal levels, 60 frames a second, and
    /// audio.
    static func movies(_ part: Int) -> [Workload] {
        [
            Workload("muxer: layout of 108,000 pictures in four levels, with audio") {
                let film = try LayeredFilm(frames: 108_000 / part)
                return { try film.layout().header.count }
            },
            Workload("box reader: header of the film that the muxer laid out") {
                let layout = try LayeredFilm(frames: 108_000 / part).layout()
                let source = MemorySource(layout.header + [UInt8](repeating: 0, count: 4096))
                return {
                    let movie = try MovieInspection.parse(source)
                    return movie.boxes.count + movie.findings.count + movie.tracks.count
                }
            },
        ]
    }
}

/// A film with temporal levels as the encoder makes it: an IDR, then pyramids of eight pictures.
private struct LayeredFilm {
    private struct Sample {
        let byteCount: Int
        let shown: Int
        let level: UInt8
        let unitType: UInt8
    }

    private let configuration: MovieConfiguration
    private let samples: [Sample]
    private let packets: [Int]

    init(frames: Int) throws {
        let sets = try EncodedSets.layered()
        let levels = TemporalLevels(try sets.sps.withRawSpan(SequenceParameterSet.init))
        let video = VideoTrackConfiguration(
            parameterSets: sets,
            size: PictureSize(width: 160, height: 96),
            timescale: 60,
            temporalLevels: levels
        )
        let audio = AudioTrackConfiguration(
            codec: .aac,
            configuration: [0x11, 0x90],
            sampleRate: 48000,
            channelCount: 2,
            language: "und",
            timescale: 48000,
            presentedFrom: 1024,
            presentedDuration: nil,
            presentationStart: .zero
        )
        configuration = MovieConfiguration(video: video, audio: [audio])
        var noise = Noise(1)
        // Place in the pyramid, level, type of unit, in the order of decoding.
        let pyramid: [(Int, UInt8, UInt8)] = [
            (8, 0, 1), (4, 1, 3), (2, 2, 3), (6, 2, 3), (1, 3, 2), (3, 3, 2), (5, 3, 2), (7, 3, 2),
        ]
        samples =
            [Sample(byteCount: 60_000, shown: 0, level: 0, unitType: 20)]
            + stride(from: 0, to: frames - 8, by: 8).flatMap { start in
                pyramid.map { place, level, type in
                    Sample(
                        byteCount: 200 + Int(noise.next() % 20_000) >> Int(level),
                        shown: start + place,
                        level: level,
                        unitType: type
                    )
                }
            }
        packets = (0..<frames * 800 / 1024).map { _ in 300 + Int(noise.next() % 200) }
    }

    func layout() throws -> MovieLayout {
        var muxer = try MovieMuxer(configuration)
        for (index, sample) in samples.enumerated() {
            try muxer.appendVideo(
                byteCount: sample.byteCount,
                decodeTick: Int64(index),
                duration: 1,
                compositionOffset: Int64(sample.shown - index),
                flags: index == 0 ? [.sync, .intra] : sample.level == 3 ? [.disposable] : [],
                temporalLevel: sample.level,
                nalUnitType: sample.unitType
            )
        }
        for packet in packets { try muxer.appendAudio(track: 0, byteCount: packet, duration: 1024) }
        return try muxer.finish()
    }
}
