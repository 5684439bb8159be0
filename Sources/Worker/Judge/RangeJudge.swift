import Foundation
import Jobs
import Media
import Quality

/// Measures the pictures of a range during its encode with a metric that the encoder does not have: XPSNR or VMAF.
///
/// It stores source pictures until the encoder returns their reconstructions, which takes as many pictures as the
/// lookahead has. Nothing is decoded again. The figures equal those of a whole film: both metrics look at motion, so
/// pictures next to the range are read, too.
final class RangeJudge {
    /// The figures of a range.
    struct Verdict {
        var xpsnr: [Int: PerceptualComparison] = [:]
        var vmaf: [Int: VMAFProcess.Figures] = [:]

        /// XPSNR of luma in dB, pooled over the frames; nil when it was not measured.
        var xpsnrOfLuma: Double? {
            guard let comparisons = ordered(\.xpsnr) else { return nil }
            var film = FilmPerceptualQuality()
            for comparison in comparisons { film.add(comparison) }
            return film.xpsnr(ofPlane: 0)
        }

        /// Mean VMAF; nil when it was not measured.
        var meanVMAF: Double? { mean(\.vmaf) }

        /// Mean VMAF without enhancement gain; nil when it was not measured.
        var meanVMAFNEG: Double? { mean(\.vmafNEG) }

        /// The figures in frame order, on which a floating-point sum depends; nil when none were measured.
        func ordered<Figure>(_ figures: KeyPath<Verdict, [Int: Figure]>) -> [Figure]? {
            let measured = self[keyPath: figures]
            return measured.isEmpty ? nil : measured.sorted { $0.key < $1.key }.map(\.value)
        }

        private func mean(_ figure: (VMAFProcess.Figures) -> Double) -> Double? {
            ordered(\.vmaf).map { values in values.reduce(0) { $0 + figure($1) } / Double(values.count) }
        }
    }

    private let metric: QualityMetric
    private let frames: Range<Int>
    private var weighter: PerceptualWeighter
    private let vmaf: VMAFProcess?
    private var sources: [Int: (picture: Picture, weights: PerceptualWeights?)] = [:]
    /// Reconstructions that wait for earlier ones: VMAF needs them in presentation order.
    private var waiting: [Int: Picture] = [:]
    private var nextFrame: Int
    private var lead = 0
    /// Pictures after the range, stored until its last frame is judged.
    private var trail: [Picture] = []
    private var verdict = Verdict()

    /// The frames to pass to `see` in a film of `count` frames: XPSNR compares a picture with the two before it, VMAF
    /// with one on either side.
    func framesToSee(of count: Int) -> Range<Int> {
        metric == .xpsnr
            ? max(frames.lowerBound - 2, 0)..<frames.upperBound
            : max(frames.lowerBound - 1, 0)..<min(frames.upperBound + 1, count)
    }

    /// Creates a judge for a range; nil for metrics that the encoder measures itself.
    ///
    /// - Parameter tool: the program that measures VMAF; nil searches for one.
    init?(
        _ metric: QualityMetric,
        of frames: Range<Int>,
        settings: EncoderSettings,
        tool: VMAFTool? = nil,
        folder: String
    ) throws {
        switch metric {
        case .psnr, .ssim: return nil
        case .xpsnr: vmaf = nil
        case .vmaf:
            let tool = try tool ?? VMAFTool.find()
            vmaf = try VMAFProcess(tool, size: settings.size, format: settings.format, folder: folder)
        }
        self.metric = metric
        self.frames = frames
        nextFrame = frames.lowerBound
        weighter = PerceptualWeighter(framesPerSecond: settings.frameRate.framesPerSecond)
    }

    /// Takes the next source picture of `framesToSee`, in presentation order.
    func see(_ picture: Picture) throws {
        let weights = metric == .xpsnr ? try weighter.weights(of: picture) : nil
        if frames.contains(picture.frame) {
            sources[picture.frame] = (picture, weights)
        } else if picture.frame >= frames.upperBound {
            trail.append(picture)
        } else if let vmaf {
            // Only its motion counts; its own figures are discarded.
            try vmaf.compare(picture, with: picture)
            lead += 1
        }
    }

    /// Compares the reconstruction of a frame with its source. Frames may come in any order.
    func judge<Reconstruction: PlanarPicture & ~Copyable>(
        _ reconstruction: borrowing Reconstruction,
        frame: Int
    ) throws {
        guard let source = sources[frame] else {
            throw WorkError(
                .bug,
                attempted: "judge frame \(frame) of \(frames)",
                subject: "\(metric.name)",
                cause: "its source picture is missing, or the frame was judged before"
            )
        }
        if let weights = source.weights {
            verdict.xpsnr[frame] = try PerceptualComparison(
                of: reconstruction,
                against: source.picture,
                weights: weights
            )
            sources[frame] = nil
        }
        guard let vmaf else { return }
        waiting[frame] = reconstruction.picture(
            frame: frame,
            presentationTime: source.picture.presentationTime,
            duration: source.picture.duration
        )
        while let picture = waiting.removeValue(forKey: nextFrame), let source = sources.removeValue(forKey: nextFrame)
        {
            try vmaf.compare(picture, with: source.picture)
            nextFrame += 1
        }
    }

    /// Ends the range. Throws unless every frame was judged once.
    func finish() throws -> Verdict {
        if let vmaf {
            for picture in trail where sources.isEmpty { try vmaf.compare(picture, with: picture) }
            for (index, figures) in try vmaf.finish().dropFirst(lead).prefix(frames.count).enumerated() {
                verdict.vmaf[frames.lowerBound + index] = figures
            }
        }
        let count = metric == .xpsnr ? verdict.xpsnr.count : verdict.vmaf.count
        guard count == frames.count, sources.isEmpty else {
            throw WorkError(
                .bug,
                attempted: "judge frames \(frames)",
                subject: metric.name,
                cause: "only \(count) of \(frames.count) frames were judged"
            )
        }
        return verdict
    }
}
