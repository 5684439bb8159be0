import Confinement
package import Jobs
import Media

/// A report as one self-contained HTML page: `report.html`, readable without network, in light and in dark.
package struct ReportPage: Sendable {
    let report: FilmReport
    let stills: [RangeStill]

    /// Creates the page of a report.
    ///
    /// - Parameter stills: first pictures of ranges, in film order.
    package init(_ report: FilmReport, stills: [RangeStill] = []) {
        self.report = report
        self.stills = stills
    }

    /// The whole page, UTF-8.
    package var document: [UInt8] {
        let content: HTMLText = """
            <h1>\(report.job.name)</h1>
            \(verdict)
            \(overview)
            \(furtherOutputs)
            \(warnings)
            \(damage)
            \(scenes)
            <h2>Bit rate of every range</h2>
            \(chart)
            \(curves)
            \(aims)
            \(forecasts)
            \(qualityChart)
            \(frames)
            \(dynamicMetadata)
            \(buffer)
            \(distribution)
            \(passes)
            \(requests)
            \(ranges)
            \(stages)
            \(settings)
            \(carried)
            \(losses)
            """
        return Page(title: report.job.name, content).document
    }

    /// The outcome in a sentence, or a list of all faults.
    private var verdict: HTMLText {
        var wrong: [String] = []
        if let failure = report.failure { wrong.append("The job failed: \(failure)") }
        wrong += report.verification?.findings ?? []
        if let buffer = report.buffer, !buffer.isInTime { wrong += buffer.faults }
        if report.totals.missedBy != nil, !report.totals.isWithinTolerance {
            let tolerance = Figure.decimal(report.job.passes.tolerance * 100, 2)
            wrong.append(
                "The film misses its rate by \(Figure.miss(report.totals.missedBy)); the tolerance is \(tolerance) %."
            )
        }
        if let outcome = report.totals.qualityOutcome {
            for miss in outcome.misses { wrong.append("Quality: \(miss).") }
        }
        if wrong.isEmpty {
            let bounds = report.totals.bufferSentence(report.job.encoder.buffer).map { " Note: \($0)." } ?? ""
            return report.finished == nil
                ? #"<p class="verdict">The job is not finished.</p>"#
                : #"<p class="verdict good">The film is finished.\#(bounds)</p>"#
        }
        var list: HTMLText = #"<ul class="verdict bad">"#
        for sentence in wrong { list += "<li>\(sentence)</li>" }
        list += "</ul>"
        return list
    }

    /// The film in numbers.
    private var overview: HTMLText {
        let (totals, video) = (report.totals, report.source.video)
        var rows: [(String, String)] = [
            (report.source.films == nil ? "Source" : "Sources", report.source.paths.joined(separator: ", then ")),
            ("Film", report.finished?.path ?? report.job.outputPath),
            ("Picture", "\(video.size) → \(report.job.encoder.size), \(report.job.encoder.format.bitDepth) bit"),
            ("Colour", "\(video.colourMetadata.dynamicRange): \(video.colour)"),
            (
                "Length",
                "\(counted(video.timeline.count, "frame")), "
                    + "\(Figure.timestamp(video.timeline.timeRange.duration.seconds)), "
                    + counted(report.ranges.count, "range")
            ),
            ("Goal", "\(report.job.rate)"),
            ("Video", "\(Figure.size(bits: totals.bits)), \(Figure.rate(totals.bitsPerSecond)) on average"),
        ]
        if totals.missedBy != nil { rows.append(("Miss", Figure.miss(totals.missedBy))) }
        if let buffer = report.buffer { rows.append(("Buffer", Self.sentence(buffer))) }
        if let light = report.light { rows.append(("Light levels", light.words(video.timeline))) }
        if let quality = totals.quality { rows.append(("Quality", Self.words(quality))) }
        if let outcome = totals.qualityOutcome { rows.append(("Target quality", Self.words(outcome))) }
        if let outcome = totals.optimization { rows.append(("Optimised for", Self.words(outcome))) }
        rows.append(("Encoded again", counted(totals.framesEncodedAgain, "frame")))
        if let verification = report.verification { rows.append(("Verification", verification.summary)) }
        if let sandbox = report.sandbox { rows.append(("Sandbox of the workers", Self.words(sandbox))) }
        rows.append(("CPU time of the passes", Figure.duration(totals.cpuSeconds)))
        if let seconds = report.wallSeconds { rows.append(("Wall time", Figure.duration(seconds))) }
        var list: HTMLText = #"<dl class="facts">"#
        for (name, value) in rows { list += "<dt>\(name)</dt><dd>\(value)</dd>" }
        list += "</dl>"
        return list
    }

    /// The sandboxes of the workers, as in `Landlock 7, filtered system calls` where all had the same.
    private static func words(_ sandbox: [SandboxReport]) -> String {
        guard sandbox.count > 1 else { return sandbox.first?.held.words ?? "" }
        return sandbox.map { "\($0.held.words): \(counted($0.results, "result"))" }.joined(separator: "; ")
    }

    /// Quality in words, as in `PSNR 42.10 dB (Y), SSIM 0.9876`.
    static func words(_ quality: RangeQuality) -> String {
        "PSNR \(Figure.decimal(quality.psnrY, 2)) dB (Y), SSIM \(Figure.decimal(quality.ssim, 4))"
            + (quality.xpsnrY.map { ", XPSNR \(Figure.decimal($0, 2)) dB (Y)" } ?? "")
            + (quality.vmaf.map { ", VMAF \(Figure.decimal($0, 2))" } ?? "")
            + (quality.vmafNEG.map { " (NEG \(Figure.decimal($0, 2)))" } ?? "")
    }
}
