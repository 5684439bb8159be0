import Foundation
import Jobs
import Media
import Reporting

extension FuzzTarget {
    /// Strings from outside in a report: its page has the same tags as with harmless ones, and the heading says what
    /// was given.
    ///
    /// The strings are separated by zeros, and each goes to a place of its own.
    func drawPage(_ input: [UInt8]) throws(BrokenProperty) {
        let strings = input.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let report = Self.report else { throw BrokenProperty(description: "there is no report to begin with") }
        let page = ReportPage(Self.filled(report, with: strings)).document
        let harmless = ReportPage(Self.filled(report, with: strings.map(Self.harmless))).document
        let (tokens, plain) = (try MarkupTokens(page), try MarkupTokens(harmless))
        try check(tokens.tags == plain.tags, "the tags of a page change with its words")
        let heading = String(
            String.UnicodeScalarView(
                (strings.first ?? "").unicodeScalars.map {
                    $0 != "\n" && $0 != "\t" && $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
                }
            )
        )
        try check(
            Array(tokens.heading.unicodeScalars) == Array(heading.unicodeScalars),
            "the heading says \"\(tokens.heading)\", not \"\(heading)\""
        )
    }

    /// The report of a finished job.
    private static let report: FilmReport? = {
        guard let job = try? ForgedJob(JobWorld.jobs[0], source: JobWorld.sources[0]) else { return nil }
        // Its folder goes when it does.
        return withExtendedLifetime(job) { try? job.directory.report(wallSeconds: 1) }
    }()

    /// The same string without what means something in HTML.
    private static func harmless(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    "&<>\"'".unicodeScalars.contains($0) || $0.properties.generalCategory == .control ? "x" : $0
                }
            )
        )
    }

    /// Puts strings, over and over, in the places that hold words from outside.
    private static func filled(_ base: FilmReport, with strings: [String]) -> FilmReport {
        var report = base
        var next = 0
        func take() -> String {
            defer { next += 1 }
            return strings.isEmpty ? "" : strings[next % strings.count]
        }
        report.job.name = take()
        report.job.outputPath = "/" + take()
        report.job.externalID = take()
        report.job.resolutions = [Resolution(key: take(), value: take(), reason: take())]
        report.job.builds = BuildIdentity(encoder: take(), reader: take())
        report.job.encoder.options = [take(): take()]
        report.source.path = "/" + take()
        report.source.container = take()
        report.source.video.codec = take()
        report.source.video.sourcePixelFormat = take()
        for index in report.source.audio.indices {
            report.source.audio[index].codec = take()
            report.source.audio[index].language = take()
            report.source.audio[index].title = take()
        }
        report.conclusion = take()
        report.failure = take()
        report.notCarried = [take()]
        report.warnings = [take()]
        report.missing = [take()]
        report.damage = [DamagedFrame(frame: 3, time: MediaTime(value: 1, timescale: 8), cause: take())]
        report.mux?.notes = [take()]
        report.finished?.path = "/" + take()
        report.verification?.findings = [take()]
        for index in report.passes.indices { report.passes[index].explanations = [take()] }
        for range in report.ranges.indices {
            for index in report.ranges[range].requests.indices { report.ranges[range].requests[index].reason = take() }
            for index in report.ranges[range].encodes.indices {
                report.ranges[range].encodes[index].host = take()
                report.ranges[range].encodes[index].optionsLine = take()
            }
        }
        return report
    }
}
