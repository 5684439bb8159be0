import JobDocuments
import Jobs
import Media

/// A manifest that has become a job: its films, their source and their directories, none of which need exist yet.
struct PreparedJob: Sendable {
    /// The jobs that make the films, at least one. The first one leads.
    let films: [ResolvedJob]
    /// What they are made from.
    let source: SourceDescription
    /// The directory of each of them.
    let directories: [JobDirectory]
    /// Absolute path of its manifest; nil if it was given as options or by its directory.
    var manifest: String?

    /// The job that leads.
    var first: ResolvedJob { films[0] }
    /// Its directory.
    var directory: JobDirectory { directories[0] }
}
