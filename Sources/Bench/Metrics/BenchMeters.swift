package import Media
import Worker

/// The metrics that a suite can ask for, and what measures them.
package enum BenchMeters {
    /// What a family of metrics is measured of.
    package struct Subject: Sendable {
        /// The clip.
        package var clip: SourceDescription
        /// Size of the pictures that are compared.
        package var size: PictureSize
        /// Format of the pictures that are compared.
        package var format: PixelFormat
        /// A folder that the meter may leave files in.
        package var folder: String
    }

    /// One name in a suite: a metric or several that belong together.
    private struct Family {
        let name: String
        let metrics: [BenchMetric]
        /// Frames that a clip must have for its figures to mean anything.
        let window: Int
        /// Why it says nothing of a clip; nil when it does.
        var unsuited: @Sendable (ColourDescription) -> String? = { _ in nil }
        let make: @Sendable (Subject) throws -> any BenchMeter
    }

    /// Every family, in the order of records. A new metric is a line here and a `BenchMeter`.
    private static let families: [Family] = [
        Family(name: "psnr", metrics: [.psnrY, .psnrU, .psnrV, .psnrYUV], window: 1) { PictureMeter($0) },
        Family(name: "ssim", metrics: [.ssim], window: 1) { PictureMeter($0) },
        // It looks at the two pictures before a picture.
        Family(name: "xpsnr", metrics: [.xpsnr], window: 3) { PictureMeter($0) },
        Family(
            name: "wpsnr",
            metrics: [.wpsnr],
            window: 1,
            unsuited: { $0.transfer == 16 ? nil : "it is meant for PQ alone" },
            make: { PictureMeter($0) }
        ),
        Family(
            name: "pu21-psnr",
            metrics: [.pu21PSNR],
            window: 1,
            unsuited: { $0.isHDR ? nil : "it is meant for PQ and HLG alone" },
            make: { PictureMeter($0) }
        ),
        // Its motion is that to the pictures on either side.
        Family(name: "vmaf", metrics: [.vmaf, .vmafNEG], window: 3) { try VMAFMeter($0) },
    ]

    /// Names that suites may use.
    package static let names = families.map(\.name)

    /// What a suite measures that does not say.
    package static let standard: [BenchMetric] = [.psnrY, .psnrU, .psnrV, .psnrYUV, .ssim, .xpsnr]

    /// The metrics of a name; nil when there is none of that name.
    package static func metrics(named name: String) -> [BenchMetric]? {
        families.first { $0.name == name }?.metrics
    }

    /// Meters for some metrics, each of which is measured once, and the holes of those that cannot be measured.
    static func meters(
        for metrics: [BenchMetric],
        of subject: Subject
    ) -> (meters: [any BenchMeter], holes: [BenchMetric: BenchHole]) {
        var meters: [any BenchMeter] = []
        var holes: [BenchMetric: BenchHole] = [:]
        for family in families where metrics.contains(where: family.metrics.contains) {
            do throws(BenchHole) {
                try check(family, subject)
                // What is measured in one go has one meter.
                if meters.contains(where: { Set($0.metrics).isSuperset(of: family.metrics) }) { continue }
                meters.append(try meter(family, subject))
            } catch {
                for metric in family.metrics { holes[metric] = error }
            }
        }
        return (meters, holes)
    }

    private static func check(_ family: Family, _ subject: Subject) throws(BenchHole) {
        let count = subject.clip.video.timeline.count
        if count < family.window {
            let story = "the clip has \(counted(count, "frame")), and \(family.name) looks at \(family.window)"
            throw BenchHole(.clipTooShort, story)
        }
        if let reason = family.unsuited(subject.clip.video.colour) { throw BenchHole(.metricUnsuited, reason) }
    }

    private static func meter(_ family: Family, _ subject: Subject) throws(BenchHole) -> any BenchMeter {
        do { return try family.make(subject) } catch {
            if let hole = error as? BenchHole { throw hole }
            guard let failure = error as? any ExplainedError else { throw BenchHole(.metricFailed, "\(error)") }
            throw BenchHole(failure.kind == .unavailable ? .metricMissing : .metricFailed, failure.cause)
        }
    }
}
