import HTTPTypes
import Jobs
import Reporting

/// A problem as a page.
struct ProblemPage {
    private let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    /// The page.
    var frame: PageFrame {
        var issues: HTMLText = ""
        for issue in problem.issues { issues += "<li><code>\(issue.line(in: ""))</code></li>" }
        return PageFrame(
            title: problem.status.reasonPhrase,
            place: .other,
            """
            <h1>\(problem.status.reasonPhrase)</h1>
            <p class="bad">\(problem.detail)</p>
            \(problem.remedy.isEmpty ? "" : "<p>\(problem.remedy)</p>" as HTMLText)
            \(problem.issues.isEmpty ? "" : "<ul>\(issues)</ul>" as HTMLText)
            <p><a href="/">Jobs and queues</a></p>
            """
        )
    }
}
