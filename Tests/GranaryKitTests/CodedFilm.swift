import GranaryKit
import Testing

/// A synthetic film with its samples in decode order, as a session encoded it.
struct CodedFilm {
    let film: KitFilm
    let properties: CompressionProperties
    let format: FormatDescription
    let samples: [EncodedSample]

    /// Encodes a film in one pass, with a key frame at least every `keyFrameInterval` frames.
    init(
        count: Int,
        format: PixelFormat = .yuv420p8,
        temporalLevels: Int = 1,
        keyFrameInterval: Int = 12
    ) throws {
        let film = KitFilm(count: count, format: format)
        var properties = film.properties(.constantRateFactor(28))
        properties.temporalLevels = temporalLevels
        properties.maximumKeyFrameInterval = keyFrameInterval
        properties.minimumKeyFrameInterval = min(properties.minimumKeyFrameInterval, keyFrameInterval)
        let session = try CompressionSession(properties)
        var samples: [EncodedSample] = []
        try session.beginPass()
        for frame in 0..<count { try session.encode(film.picture(frame)) { samples.append($0) } }
        _ = try session.endPass { samples.append($0) }
        self.film = film
        self.properties = properties
        self.format = try #require(session.formatDescription)
        self.samples = samples
    }

    /// The presentation times of the samples, ascending.
    var times: [MediaTime] { samples.map(\.presentationTime).sorted() }

    /// All pictures, by an undisturbed session.
    func pictures() throws -> [MediaTime: [UInt8]] {
        let frames = try DecompressionSession(format).frames(of: samples)
        return Dictionary(uniqueKeysWithValues: try frames.map { ($0.presentationTime, try $0.result.get().bytes) })
    }
}

extension [DecodedFrame] {
    /// Whether each frame is an error or the right picture.
    func areSound(_ pictures: [MediaTime: [UInt8]]) -> Bool {
        allSatisfy { $0.error != nil || $0.picture?.bytes == pictures[$0.presentationTime] }
    }
}

extension DecompressionSession {
    /// Decodes all samples, finishes, and checks that no more frames wait than the session promises.
    func frames(of samples: [EncodedSample]) throws -> [DecodedFrame] {
        var frames: [DecodedFrame] = []
        for sample in samples {
            try decode(sample) { frames.append($0) }
            #expect(waitingSampleCount <= maximumLookahead)
        }
        try finish { frames.append($0) }
        #expect(waitingSampleCount == 0)
        return frames
    }

    /// The same for loose bytes.
    func frames(of samples: [LooseSample]) throws -> [DecodedFrame] {
        var frames: [DecodedFrame] = []
        for sample in samples {
            try decode(sample.bytes, presentationTime: sample.time, duration: sample.duration) { frames.append($0) }
            #expect(waitingSampleCount <= maximumLookahead)
        }
        try finish { frames.append($0) }
        return frames
    }
}
