import Foundation
import JobDocuments
import Jobs
import Media
import Platform

/// The jobs and queues that the server shows, read from their folders.
///
/// The folders are the truth. What is kept here saves reading them again while they do not change, and may be lost at
/// any moment.
final class Farm: Sendable {
    /// A job as it was read last.
    struct Job: Sendable {
        /// Its directory.
        let directory: JobDirectory
        /// What is shown of it.
        let card: JobCard
        /// What its journal says.
        let digest: JournalDigest
    }

    private struct Known {
        var stamp: JobStamp
        var job: Job
    }

    /// All jobs and queues.
    struct Overview: Encodable, Sendable {
        /// The jobs: those that run first, then the others, each by name.
        let jobs: [JobCard]
        /// The queues, in the order of the command line.
        let queues: [QueueCard]
    }

    private let jobFolders: [String]
    /// The queues.
    let queues: [JobQueue]
    private let known = Locked<[String: Known]>([:])

    init(jobFolders: [String], queues: [JobQueue]) {
        self.jobFolders = jobFolders
        self.queues = queues
    }

    /// Everything.
    func overview() -> Overview {
        let queues = queues.enumerated().map { QueueCard($0.element, number: $0.offset + 1) }
        let order = ["running", "faulty", "unreadable", "stopped", "finished"]
        let jobs = jobs().map(\.card).sorted { left, right in
            let (a, b) = (order.firstIndex(of: left.state) ?? 0, order.firstIndex(of: right.state) ?? 0)
            return (a, left.name, left.id) < (b, right.name, right.id)
        }
        return Overview(jobs: jobs, queues: queues)
    }

    /// The jobs of all folders, and those of queues that are elsewhere.
    func jobs() -> [Job] {
        let directories = directories()
        known.withLock { known in
            let paths = Set(directories.map(\.path))
            known = known.filter { paths.contains($0.key) }
        }
        return directories.map(read)
    }

    /// The job of an id; nil if there is none. Ids are names of folders: nothing else is looked up.
    func job(_ id: String) -> Job? {
        guard Self.isID(id) else { return nil }
        let direct = jobFolders.lazy.map { JobDirectory(path: "\($0)/\(id)") }.first {
            FileStatus(path: $0.paths.job) != nil
        }
        return (direct ?? queuedDirectories().first { Self.id(of: $0) == id }).map(read)
    }

    /// The queue of a number; nil if there is none.
    func queue(_ number: Int) -> JobQueue? { number > 0 ? queues[safely: number - 1] : nil }

    private static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    private static func id(of directory: JobDirectory) -> String { URL(filePath: directory.path).lastPathComponent }

    private func directories() -> [JobDirectory] {
        var directories: [JobDirectory] = []
        var ids: Set<String> = []
        for folder in jobFolders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where Self.isID(name) {
                let directory = JobDirectory(path: "\(folder)/\(name)")
                if FileStatus(path: directory.paths.job) != nil, ids.insert(name).inserted {
                    directories.append(directory)
                }
            }
        }
        directories += queuedDirectories().filter { ids.insert(Self.id(of: $0)).inserted }
        return directories
    }

    /// The job directories that entries of queues name.
    private func queuedDirectories() -> [JobDirectory] {
        queues.flatMap { queue in
            ((try? queue.numbers()) ?? []).compactMap { number in
                guard let path = (try? queue.entry(number))?.directory, path.hasPrefix("/") else { return nil }
                let directory = JobDirectory(path: path)
                return Self.isID(Self.id(of: directory)) && FileStatus(path: directory.paths.job) != nil
                    ? directory : nil
            }
        }
    }

    private func read(_ directory: JobDirectory) -> Job {
        let before = known.withLock { $0[directory.path] }
        let stamp = JobStamp(of: directory, output: before?.job.card.output)
        if let before, before.stamp == stamp { return before.job }
        var digest = before?.job.digest ?? JournalDigest()
        digest.read(JournalReader(path: directory.paths.journal))
        // A fresh value: one that was used before remembers what it read.
        let job = Self.job(JobDirectory(path: directory.path), digest)
        // The stamp is from before the documents were read: what changed meanwhile is read next time.
        let known = Known(stamp: stamp, job: job)
        self.known.withLock { $0[directory.path] = known }
        return job
    }

    private static func job(_ directory: JobDirectory, _ digest: JournalDigest) -> Job {
        let id = id(of: directory)
        do {
            guard try directory.job().id == id else {
                throw Unreadable(words: "job.json belongs to another job")
            }
            let card = JobCard(
                try directory.status(),
                id: id,
                pace: digest.pace,
                position: digest.position,
                report: FileStatus(path: directory.paths.reportPage) != nil,
                thumbnail: !Thumbnail.documents(of: directory).isEmpty
            )
            return Job(directory: directory, card: card, digest: digest)
        } catch {
            let words = (error as? any ExplainedError)?.explanation ?? "\(error)"
            let card = JobCard(unreadable: id, directory: directory.path, words)
            return Job(directory: directory, card: card, digest: digest)
        }
    }

    private struct Unreadable: Error, CustomStringConvertible {
        let words: String
        var description: String { words }
    }
}
