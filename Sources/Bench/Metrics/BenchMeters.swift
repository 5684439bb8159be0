package import Media
import Worker

/// The metrics that a suite can request, and the meters that measure them.
package enum BenchMeters {
    /// The input of a meter.
    package struct Subject: Sendable {
        /// The clip.
        package var clip: SourceDescription
        /// Size of the pictures that are compared.
        package var size: PictureSize
        /// Format of the pictures that are compared.
        package var format: PixelFormat
        /// A folder for files of the meter.
        package var folder: String
    }

    /// A name in a suite: one metric, or several that belong together.
    private struct Family {
        let name: String
        let metrics: [BenchMetric]
        /// Number of frames that a clip must have for meaningful figures.
        let window: Int
        /// Why it does not apply to a clip with these colours; nil if it does.
        var unsuited: @Sendable (ColourDescription) -> String? = { _ in nil }
        let make: @Sendable (Subject) throws -> any BenchMeter
    }

    /// All families, in the order of records. A new metric needs a line here and a `BenchMeter`.
    private static let families: [Family] = [
        Family(name: "psnr", metrics: [.psnrY, .psnrU, .psnrV, .psnrYUV], window: 1) { PictureMeter($0) },
        Family(name: "ssim", metrics: [.ssim], window: 1) { PictureMeter($0) },
        // It uses the two pictures before each picture.
        Family(name: "xpsnr", metrics: [.xpsnr], window: 3) { PictureMeter($0) },
        Family(
            name: "wpsnr",
            metrics: [.wpsnr],
            window: 1,
            unsuited: { $0.transfer == 16 ? nil : "it is meant for PQ only" },
            make: { PictureMeter($0) }
        ),
        Family(
            name: "pu21-psnr",
            metrics: [.pu21PSNR],
            window: 1,
            unsuited: { $0.isHDR ? nil : "it is meant for PQ and HLG only" },
            make: { PictureMeter($0) }
        ),
        // Its motion feature uses the pictures before and after each picture.
        Family(name: "vmaf", metrics: [.vmaf, .vmafNEG], window: 3) { try VMAFMeter($0) },
    ]

    /// Names that suites may use.
    package static let names = families.map(\.name)

    /// The metrics of a suite that names none.
    package static let standard: [BenchMetric] = [.psnrY, .psnrU, .psnrV, .psnrYUV, .ssim, .xpsnr]

    /// The metrics of a name; nil if the name is unknown.
    package static func metrics(named name: String) -> [BenchMetric]? {
        families.first { $0.name == name }?.metrics
    }

    /// Meters that measure each of some metrics once, and the holes of those that cannot be measured.
    static func meters(
        for metrics: [BenchMetric],
        of subject: Subject
    ) -> (meters: [any BenchMeter], holes: [BenchMetric: BenchHole]) {
        var meters: [any BenchMeter] = []
        var holes: [BenchMetric: BenchHole] = [:]
        for family in families where metrics.contains(where: family.metrics.contains) {
            do throws(BenchHole) {
                try check(family, subject)
                // Metrics that are measured together share a meter.
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
            let story = "the clip has \(counted(count, "frame")), but \(family.name) needs \(family.window)"
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
