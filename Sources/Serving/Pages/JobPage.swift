import Foundation
import JobDocuments
import Jobs
import Media
import Platform
import Reporting

/// One job: its strip of ranges, rates, passes, logs, and what can be done with it.
struct JobPage {
    private let job: Farm.Job
    private var card: JobCard { job.card }

    init(_ job: Farm.Job) { self.job = job }

    /// The page.
    var frame: PageFrame {
        let isLive = card.state == "running" || card.state == "stopped"
        return PageFrame(
            title: card.name,
            place: .other,
            live: isLive ? "/api/v1/jobs/\(card.id)/events?after=\(card.position)" : "",
            """
            <h1>\(card.name)</h1>
            <p class="verdict"><span class="state \(card.state)" id="state" role="status">\(card.state)</span></p>
            \(findings)
            <div class="top">\(facts)\(thumbnail)</div>
            \(card.state == "unreadable" ? "" : "<h2>Ranges</h2>\(strip.figure)" as HTMLText)
            \(passes)
            \(actions)
            <h2>Events</h2>
            <ol class="log" id="events" tabindex="0" aria-label="Events">\(events)</ol>
            \(log)
            """
        )
    }

    private var findings: HTMLText {
        guard !card.findings.isEmpty else { return "" }
        var list: HTMLText = ""
        for finding in card.findings { list += "<li>\(finding)</li>" }
        return #"<ul class="bad">\#(list)</ul>"#
    }

    private var facts: HTMLText {
        let pace = card.pace
        var rows: [(id: String, name: String, value: String)] = [
            ("activity", "Stage", card.words.activity), ("progress", "Done", card.words.progress),
        ]
        if card.state == "running" {
            rows += [
                ("workers", "Ranges at work", card.words.workers), ("rate", "Speed", card.words.rate),
                ("remaining", "Time left", card.words.remaining),
                ("bits", "Bit rate so far", pace?.bitsPerSecond.map(Figure.rate) ?? ""),
                ("repeated", "Encoded again", pace.map { counted($0.repeatedRanges, "range") } ?? ""),
            ]
        }
        rows += [
            ("", "Coordinator", card.coordinator ?? "none"), ("", "Film", card.output ?? ""),
            ("", "Folder", card.directory),
            ("", "Job", card.id),
        ]
        var list: HTMLText = ""
        for row in rows where !row.value.isEmpty || !row.id.isEmpty {
            list += "<dt>\(row.name)</dt><dd\(row.id.isEmpty ? "" : #" id="\#(row.id)""# as HTMLText)>\(row.value)</dd>"
        }
        let report: HTMLText =
            card.hasReport ? #"<p><a href="/jobs/\#(card.id)/report">Report with rates and quality</a></p>"# : ""
        let fraction = Figure.decimal((pace?.fraction ?? 0) * 100, 1)
        let bar: HTMLText =
            card.state == "running"
            ? #"<p><progress id="bar" max="100" value="\#(fraction)" aria-label="Done"></progress></p>"# : ""
        return #"<div>\#(bar)<dl class="facts">\#(list)</dl>\#(report)</div>"#
    }

    private var thumbnail: HTMLText {
        guard card.hasThumbnail else { return "" }
        return #"<img class="thumbnail" src="/jobs/\#(card.id)/thumbnail.png" alt="The first frame of the film">"#
    }

    private var strip: StripDrawing {
        if let strip = card.pace?.strip, !strip.isEmpty, card.state != "finished" { return StripDrawing(strip) }
        let isWhole = card.state == "finished" || card.state == "faulty"
        let done = isWhole ? card.ranges ?? 0 : card.passes.last { $0.pass > 0 }?.doneRanges ?? 0
        return StripDrawing(done: done, of: card.ranges ?? 0)
    }

    private var passes: HTMLText {
        guard !card.passes.isEmpty else { return "" }
        var rows: HTMLText = ""
        for pass in card.passes {
            rows += """
                <tr><th scope="row" class="text">\(pass.pass == 0 ? "scout" : "pass \(pass.pass)")</th>\
                <td>\(pass.doneRanges)</td><td>\(pass.ranges)</td></tr>

                """
        }
        if let ranges = card.ranges, card.verifiedRanges > 0 {
            rows += """
                <tr><th scope="row" class="text">verification</th><td>\(card.verifiedRanges)</td><td>\(ranges)</td></tr>

                """
        }
        return """
            <h2>Passes</h2>
            <table class="narrow"><thead><tr><th class="text" scope="col">Pass</th><th scope="col">Ranges done</th>\
            <th scope="col">of</th></tr></thead><tbody>\(rows)</tbody></table>
            """
    }

    private var actions: HTMLText {
        guard card.state == "running" else { return "" }
        return """
            <h2>Actions</h2>
            <details><summary>Stop this job …</summary>
            <form method="post" action="/jobs/\(card.id)/cancel">
            <p>Finished work is kept; <code>granary resume \(card.id)</code> continues. The whole process that makes \
            the film ends, with other films that it makes.</p><button class="danger">Stop the job</button></form>
            </details>
            """
    }

    private var events: HTMLText {
        var list: HTMLText = ""
        for entry in job.digest.recent.reversed() { list += "<li>\(Self.line(entry))</li>\n" }
        return list
    }

    /// An entry of the journal on one line.
    private static func line(_ entry: JournalEntry) -> HTMLText {
        let date = Date(timeIntervalSince1970: entry.time.isFinite ? min(max(entry.time, 0), 1e11) : 0)
        var words = [entry.type]
        if let stage = entry.stage { words.append(stage.rawValue) }
        if let pass = entry.pass, pass > 0 { words.append("pass \(pass)") }
        if let ranges = entry.ranges, !ranges.isEmpty {
            words.append("range " + ranges.prefix(8).map(String.init).joined(separator: ", "))
        }
        if let count = entry.count { words.append(counted(count, "range")) }
        if let exit = entry.exit { words.append(exit) }
        if let cost = entry.cost { words.append(Figure.duration(cost.wallSeconds)) }
        if let text = entry.text { words.append(text) }
        return "<time>\(date.formatted(.iso8601))</time> \(words.joined(separator: " · "))"
    }

    /// The end of the log that was written last.
    private var log: HTMLText {
        let folder = job.directory.paths.logFolder
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasSuffix(".log")
        }
        let newest = names.compactMap { name in
            FileStatus(path: "\(folder)/\(name)").map { (name, $0.modificationTime) }
        }.max { ($0.1, $0.0) < ($1.1, $1.0) }
        guard let (name, _) = newest else { return "" }
        let words = UnitLog.lastWords(of: "\(folder)/\(name)")
        return """
            <h2>Log</h2><p class="faint">The end of \(name), the last of \(counted(names.count, "log")).</p>
            <pre class="log" tabindex="0" aria-label="Log">\(words)</pre>
            """
    }
}
