import GranaryKit
import Media
import TestSupport

/// A synthetic film in the types of the library.
struct KitFilm {
    private let film: SyntheticFilm
    private let format: GranaryKit.PixelFormat

    init(count: Int, cuts: [Int] = [], format: GranaryKit.PixelFormat = .yuv420p8) {
        let samples: Media.PixelFormat = format == .yuv420p8 ? .yuv420p8 : .yuv420p10
        film = SyntheticFilm(format: samples, count: count, cuts: cuts)
        self.format = format
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
            bytes: film.picture(frame).storage
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

    /// Runs all passes of a session; returns the time ranges of each.
    @discardableResult
    func encode(_ session: CompressionSession, to silo: FrameSilo) throws -> [[GranaryKit.TimeRange]] {
        var passes: [[GranaryKit.TimeRange]] = []
        var ranges = session.timeRanges
        repeat {
            passes.append(ranges)
            try silo.setTimeRangesForNextPass(ranges)
            try session.beginPass()
            for range in ranges {
                for frame in frames(in: range) { try session.encode(picture(frame)) { try silo.add($0) } }
            }
            ranges = try session.endPass { try silo.add($0) }.timeRangesForNextPass
        } while !ranges.isEmpty
        return passes
    }
}
