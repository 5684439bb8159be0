import Encoding
import Intake
import Jobs
import Media
import Storage

/// The rough encode of parts of a coarse range, from pictures that the scout decodes.
///
/// One encoder takes all parts one after the other. Each begins with a key frame.
final class ScoutEncode {
    private let job: ResolvedJob
    private let frames: Range<Int>
    private let memoryFolder: String
    private var encoder: RangeEncoder?
    private var divisor = 1
    private var count = 0
    private let sums: Sums

    /// The bits so far. A class, because the encoder's closure adds to them.
    private final class Sums {
        var scoutBits: ScoutBits?
        /// Numbers that the first pictures of the parts have in this encode.
        var starts: [Int] = []

        func add(_ statistics: FrameStatistics) {
            guard let part = starts.lastIndex(where: { $0 <= statistics.frame }) else { return }
            switch statistics.type {
            case .idr, .intra: scoutBits?.parts[part].intra.add(statistics)
            case .predicted, .referencedB, .b: scoutBits?.parts[part].inter.add(statistics)
            }
        }
    }

    /// Waits for the pictures of a coarse range.
    init(_ job: ResolvedJob, frames: Range<Int>, memoryFolder: String) {
        self.job = job
        self.frames = frames
        self.memoryFolder = memoryFolder
        sums = Sums()
    }

    /// Encodes the picture if it belongs to a part.
    func look(at picture: Picture) throws {
        let rate = job.encoder.frameRate.framesPerSecond
        let place = picture.frame - frames.lowerBound
        guard let isFirst = ScoutBits.startsPart(place, framesPerSecond: rate) else { return }
        if encoder == nil { try open(for: picture) }
        if isFirst {
            sums.starts.append(count)
            sums.scoutBits?.parts.append(ScoutBits.Part(firstFrame: picture.frame))
        }
        try encoder?.encode(picture.divided(by: divisor, frame: count), isKeyFrame: isFirst) { _ in }
        count += 1
    }

    private func open(for picture: Picture) throws {
        divisor = job.encoder.divisorOfScoutEncode(of: picture.size)
        let size = picture.divided(by: divisor, frame: 0).size
        var settings = job.encoder.ofScoutEncode(size)
        settings.format = picture.format
        let factor = job.scoutRate.analysisRateFactor(job.encoder)
        sums.scoutBits = ScoutBits(rateFactor: factor, pictureSamples: size.width * size.height)
        encoder = try RangeEncoder(
            settings,
            firstFrame: 0,
            count: nil,
            pass: EncodingPass(role: .analysis, rate: .constantRateFactor(factor)),
            memoryFolder: memoryFolder
        ) { [sums] record in sums.add(record.statistics) }
    }

    /// Ends the encode; nil if no picture was encoded.
    func finish() throws -> ScoutBits? {
        guard let encoder else { return nil }
        try encoder.end(after: count)
        try encoder.finish { _ in }
        return sums.scoutBits
    }
}

extension ScoutBits.Share {
    /// Adds a picture.
    fileprivate mutating func add(_ statistics: FrameStatistics) {
        pictures += 1
        textureBits += statistics.textureBits
        motionBits += statistics.motionBits
        miscBits += statistics.miscBits
    }
}
