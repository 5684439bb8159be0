import Media
import Reporting

/// One queue: its films, and what can be done with them.
struct QueuePage {
    private let queue: QueueCard
    private let jobs: Set<String>
    private let folders: [String]
    private var path: String { "/queues/\(queue.number)" }

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - jobs: ids of jobs that have a page.
    ///   - folders: folders that manifests may be submitted for; none if they may not.
    init(_ queue: QueueCard, jobs: Set<String>, folders: [String]) {
        self.queue = queue
        self.jobs = jobs
        self.folders = folders
    }

    /// The page.
    var frame: PageFrame {
        PageFrame(
            title: "Queue",
            place: .other,
            live: "/api/v1/events",
            """
            <h1>Queue</h1><p class="faint">\(queue.folder)</p>
            \(queue.error.map { #"<p class="bad">\#($0)</p>"# } ?? "\(pause)\(films)\(submission)" as HTMLText)
            """
        )
    }

    private var pause: HTMLText {
        if let reason = queue.paused {
            return """
                <p class="bad">Paused: \(reason)</p>
                <form method="post" action="\(path)/resume"><button>Resume the queue</button></form>
                """
        }
        return """
            <form method="post" action="\(path)/pause" class="row"><label>Reason <input name="reason" maxlength="200">\
            </label> <button>Pause the queue</button></form>
            """
    }

    private var films: HTMLText {
        guard !queue.films.isEmpty else { return "<p>The queue has no films.</p>" }
        var rows: HTMLText = ""
        for film in queue.films { rows += row(film) }
        return """
            <div class="wide" tabindex="0" role="region" aria-label="Films"><table><thead><tr>\
            <th scope="col">No.</th><th class="text" scope="col">Film</th><th class="text" scope="col">State</th>\
            <th class="text" scope="col">Priority</th><th class="text" scope="col">Actions</th></tr></thead><tbody>
            \(rows)</tbody></table></div>
            """
    }

    private func row(_ film: QueueCard.Film) -> HTMLText {
        let name: HTMLText =
            film.job.flatMap { jobs.contains($0) ? #"<a href="/jobs/\#($0)">\#(film.name)</a>"# : nil }
            ?? "\(film.name)"
        let error: HTMLText = film.error.map { #"<br><span class="bad">\#($0)</span>"# } ?? ""
        let own = "\(path)/films/\(film.number)"
        let priority: HTMLText =
            film.state == "waiting"
            ? """
            <form method="post" action="\(own)/priority" class="row"><label class="hidden" \
            for="p\(film.number)">Priority of \(film.name)</label><input id="p\(film.number)" name="priority" \
            type="number" min="0" max="100" value="\(film.priority)" required> <button>Set</button></form>
            """ : "\(film.priority)"
        let remove: HTMLText =
            film.state == "running"
            ? ""
            : """
            <details><summary>Remove …</summary><form method="post" action="\(own)/remove">\
            <button class="danger">Remove film \(film.number)</button></form></details>
            """
        return """
            <tr data-film="\(film.number)"><td>\(film.number)</td><th scope="row" class="text">\(name)\(error)</th>\
            <td class="text"><span class="state \(film.state)" data-field="state">\(film.state)</span></td>\
            <td class="text">\(priority)</td><td class="text">\(remove)</td></tr>

            """
    }

    private var submission: HTMLText {
        guard !folders.isEmpty else {
            return """
                <h2>Add a film</h2><p>This server takes no manifests: it was started without --folder. \
                <code>granary queue add \(queue.folder) film.yaml</code> adds one.</p>
                """
        }
        var choices: HTMLText = ""
        for folder in folders { choices += "<option>\(folder)</option>" }
        return """
            <h2>Add a film</h2>
            <form method="post" action="\(path)/films" class="stack">
            <label>Folder that relative paths begin at <select name="folder">\(choices)</select></label>
            <label>Manifest <textarea name="manifest" rows="12" spellcheck="false" required>apiVersion: granary/v1
            source: film.mov
            output: film.mp4
            video:
              rate: {average: 2500k}
            </textarea></label>
            <button>Add to the queue</button></form>
            """
    }
}
