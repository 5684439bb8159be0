import GranaryKit
import Media
import TestSupport

/// A synthetic film in the types of the library.
struct KitFilm {
    private let film: SyntheticFilm
    private let format: GranaryKit.PixelFormat
    /// Frames that all show the first of them.
    private let still: Range<Int>

    init(
        count: Int,
        cuts: [Int] = [],
        still: Range<Int> = 0..<0,
        format: GranaryKit.PixelFormat = .yuv420p8
    ) {
        let samples: Media.PixelFormat = format == .yuv420p8 ? .yuv420p8 : .yuv420p10
        film = SyntheticFilm(format: samples, count: count, cuts: cuts)
        self.format = format
        self.still = still
    }

    var count: Int { film.count }

    var timeRange: GranaryKit.TimeRange { GranaryKit.TimeRange(start: time(0), end: time(count)) }

    func time(_ frame: Int) -> GranaryKit.MediaTime {
        let time = film.timeline.time(of: frame)
        return GranaryKit.MediaTime(value: time.value, timescale: time.timescale)
    }

    func picture(_ frame: Int) throws -> GranaryKit.Picture {
        try GranaryKit.Picture(
            format: format,
            width: film.size.width,
            height: film.size.height,
            presentationTime: time(frame),
            duration: time(1) - time(0),
            bytes: film.picture(still.contains(frame) ? still.lowerBound : frame).storage
        )
    }

    func frames(in range: GranaryKit.TimeRange) -> [Int] { (0..<count).filter { range.contains(time($0)) } }

    func properties(_ goal: CompressionProperties.Goal) -> CompressionProperties {
        var properties = CompressionProperties(
            width: film.size.width,
            height: film.size.height,
            pixelFormat: format,
            expectedFrameDuration: GranaryKit.MediaTime(value: 1, timescale: 24),
            goal: goal
        )
        properties.preset = "veryfast"
        properties.minimumKeyFrameInterval = 24
        return properties
    }

    /// The time range of some frames.
    func timeRange(of frames: Range<Int>) -> GranaryKit.TimeRange {
        GranaryKit.TimeRange(start: time(frames.lowerBound), end: time(frames.upperBound))
    }

    /// Runs the next pass of a session; returns the time ranges of the one after it.
    @discardableResult
    func runPass(_ session: CompressionSession, to silo: FrameSilo) throws -> [GranaryKit.TimeRange] {
        let ranges = session.timeRanges
        try silo.setTimeRangesForNextPass(ranges)
        try session.beginPass()
        for range in ranges {
            for frame in frames(in: range) { try session.encode(picture(frame)) { try silo.add($0) } }
        }
        return try session.endPass { try silo.add($0) }.timeRangesForNextPass
    }

    /// Runs all passes of a session; returns the time ranges of each.
    @discardableResult
    func encode(_ session: CompressionSession, to silo: FrameSilo) throws -> [[GranaryKit.TimeRange]] {
        var passes: [[GranaryKit.TimeRange]] = []
        repeat { passes.append(session.timeRanges) } while try !runPass(session, to: silo).isEmpty
        return passes
    }
}

/// All samples of a silo in decode order.
func samples(of silo: FrameSilo) throws -> [GranaryKit.EncodedSample] {
    var samples: [GranaryKit.EncodedSample] = []
    try silo.forEachSample { samples.append($0) }
    return samples
}
