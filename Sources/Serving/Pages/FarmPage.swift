import Foundation
import Media
import Reporting

/// The first page: all jobs and queues.
struct FarmPage {
    private let overview: Farm.Overview
    private let jobFolders: [String]

    init(_ overview: Farm.Overview, jobFolders: [String]) {
        self.overview = overview
        self.jobFolders = jobFolders
    }

    /// The page.
    var frame: PageFrame {
        PageFrame(
            title: "Jobs and queues",
            place: .farm,
            live: "/api/v1/events",
            """
            <h1>Jobs</h1>
            \(jobs)
            \(overview.queues.isEmpty ? "" : "<h1>Queues</h1>\(queues)" as HTMLText)
            """
        )
    }

    private var jobs: HTMLText {
        guard !overview.jobs.isEmpty else {
            return """
                <p>No jobs are in \(jobFolders.joined(separator: ", ")). \
                Start one: <code>granary encode film.mov -o film.mp4</code></p>
                """
        }
        var rows: HTMLText = ""
        for job in overview.jobs {
            rows += """
                <tr data-job="\(job.id)"><th scope="row" class="text"><a href="/jobs/\(job.id)">\(job.name)</a></th>\
                <td class="text"><span class="state \(job.state)" data-field="state">\(job.state)</span></td>\
                <td class="text" data-field="activity">\(job.words.activity)</td>\
                <td data-field="progress">\(job.words.progress)</td>\
                <td data-field="workers">\(job.words.workers)</td><td data-field="rate">\(job.words.rate)</td>\
                <td data-field="remaining">\(job.words.remaining)</td></tr>

                """
        }
        return """
            <div class="wide" tabindex="0" role="region" aria-label="Jobs"><table><thead><tr>\
            <th class="text" scope="col">Job</th><th class="text" scope="col">State</th>\
            <th class="text" scope="col">Stage</th><th scope="col">Done</th>\
            <th scope="col">Ranges at work</th><th scope="col">Speed</th>\
            <th scope="col">Time left</th></tr></thead><tbody>
            \(rows)</tbody></table></div>
            """
    }

    private var queues: HTMLText {
        var sections: HTMLText = ""
        for queue in overview.queues {
            let counts = ["running", "waiting", "finished", "failed", "damaged"].compactMap { state in
                let count = queue.films.count { $0.state == state }
                return count > 0 ? "\(count) \(state)" : nil
            }
            sections += """
                <section data-queue="\(queue.number)"><h2><a href="/queues/\(queue.number)">\(queue.folder)</a></h2>
                <p>\(queue.error ?? (counts.isEmpty ? "No films." : counts.joined(separator: ", ") + "."))\
                \(queue.paused.map { #" <span class="bad">Paused: \#($0)</span>"# } ?? "" as HTMLText)</p></section>

                """
        }
        return sections
    }
}
