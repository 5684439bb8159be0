package import Media
import Worker

/// The metrics that a suite can ask for, and what measures them.
package enum BenchMeters {
    /// What a family of metrics is measured of.
    package struct Subject: Sendable {
        /// The clip.
        package var clip: SourceDescription
        /// Size and format of the pictures that are compared.
        package var size: PictureSize
        package var format: PixelFormat
        /// A folder that the meter may leave files in.
        package var folder: String
    }

    /// One name in a suite: a metric or several that are measured together.
    private struct Family {
        let name: String
        let metrics: [BenchMetric]
        /// Frames that a clip must have for its figures to mean anything.
        let window: Int
        let make: @Sendable (Subject) throws -> any BenchMeter
    }

    /// Every family, in the order of records. A new metric is a line here and a `BenchMeter`.
    private static let families: [Family] = [
        Family(name: "psnr", metrics: [.psnrY, .psnrU, .psnrV, .psnrYUV], window: 1) { _ in FidelityMeter() },
        Family(name: "ssim", metrics: [.ssim], window: 1) { _ in FidelityMeter() },
        // It looks at the two pictures before a picture.
        Family(name: "xpsnr", metrics: [.xpsnr], window: 3) { PerceptualMeter($0) },
        // Its motion is that to the pictures on either side.
        Family(name: "vmaf", metrics: [.vmaf, .vmafNEG], window: 3) { try VMAFMeter($0) },
    ]

    /// Names that suites may use.
    package static let names = families.map(\.name)

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
        let count = subject.clip.video.timeline.count
        for family in families where metrics.contains(where: family.metrics.contains) {
            let hole: BenchHole
            if count < family.window {
                let story = "the clip has \(counted(count, "frame")), and \(family.name) looks at \(family.window)"
                hole = BenchHole(.clipTooShort, story)
            } else {
                do {
                    let meter = try family.make(subject)
                    // PSNR and SSIM are measured in one go.
                    if !meters.contains(where: { Set($0.metrics).isSuperset(of: family.metrics) }) {
                        meters.append(meter)
                    }
                    continue
                } catch let error as any ExplainedError {
                    hole = BenchHole(error.kind == .unavailable ? .metricMissing : .metricFailed, error.cause)
                } catch {
                    hole = BenchHole(.metricFailed, "\(error)")
                }
            }
            for metric in family.metrics { holes[metric] = hole }
        }
        return (meters, holes)
    }
}
