import Foundation
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs

@Suite("A folder of leases", .temporaryFolder, .doesNotHang)
struct LeaseFolderTests {
    private let path = TemporaryFolder.current.path + "/job"
    private let holder = LeaseHolder(processID: 1, host: "elsewhere", start: "2026-01-02T03:04:05Z")
    private let job = JobSample.job(output: TemporaryFolder.current.path + "/film.mp4")

    /// The job directory as another process sees it: with its own lease.
    private var directory: JobDirectory { JobDirectory(path: path) }

    /// What is found in place of the folder: a file, or a link to itself.
    enum Obstacle: CaseIterable { case file, loop }

    private func obstruct(_ folder: String, _ obstacle: Obstacle) throws {
        try FileManager.default.moveItem(atPath: folder, toPath: folder + ".kept")
        switch obstacle {
        case .file: try Data("a file".utf8).write(to: URL(filePath: folder))
        case .loop: try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: folder)
        }
    }

    @Test("that cannot be listed is an error, not a job without leases", arguments: Obstacle.allCases)
    func unreadable(obstacle: Obstacle) throws {
        let first = directory
        try JobFiles.createFolder(path)
        let lease = try JobLease(of: first)
        try first.begin(job, source: JobSample.source())
        try obstruct(first.paths.leasesFolder, obstacle)
        let uses: [() throws -> Void] = [
            { try first.leases.confirm() }, { _ = try first.leases.refusal(of: first.paths.job) },
            { _ = try directory.job() },
            { try directory.leases.writeUnderNewest() }, { try first.begin(job, source: JobSample.source(path: "/x")) },
        ]
        for use in uses {
            let error = #expect(throws: FarmError.self) { try use() }
            #expect(error?.code == .notRead && error?.subject == first.paths.leasesFolder, "\(error as Any)")
        }
        #expect(throws: FarmError.self) { try directory.leases.begin(holder, restarts: false) }
        withExtendedLifetime(lease) {}
    }

    @Test("that is missing is that of a job without leases")
    func missing() throws {
        try JobFiles.createFolder(path)
        #expect(try directory.leases.newest() == nil)
        try directory.leases.confirm()
    }

    @Test("may have files with other names, which are no leases and stay")
    func oddNames() throws {
        let names = ["+00008.json", "-1.json", "000000.json", "0000-1.json", "0000009.json", "7.json", "a.json", "x"]
        try JobFiles.createFolder(directory.paths.leasesFolder)
        for name in names { try Data("{}".utf8).write(to: URL(filePath: "\(directory.paths.leasesFolder)/\(name)")) }
        #expect(try directory.leases.newest() == nil)
        for epoch in 1...2 {
            #expect(try directory.leases.begin(holder, restarts: false) == epoch)
            #expect(try directory.leases.newest()?.epoch == epoch)
        }
        let found = try FileManager.default.contentsOfDirectory(atPath: directory.paths.leasesFolder)
        #expect(found.sorted() == (names + ["000002.json"]).sorted())
    }

    @Test("that lists a record which does not exist is an error after some time")
    func dangling() throws {
        try JobFiles.createFolder(directory.paths.leasesFolder)
        let record = directory.paths.lease(7)
        try FileManager.default.createSymbolicLink(atPath: record, withDestinationPath: "nowhere.json")
        let error = #expect(throws: FarmError.self) { try directory.leases.newest(tries: 3) }
        #expect(error?.code == .notRead && error?.kind == .inputOutput && error?.subject == record)
    }

    @Test("from which no number can be taken is an error after some tries")
    func contested() throws {
        try JobFiles.createFolder(path)
        let error = #expect(throws: FarmError.self) { try directory.leases.begin(holder, restarts: false, tries: 0) }
        #expect(error?.code == .inUse && error?.subject == directory.paths.leasesFolder)
        #expect(try directory.leases.begin(holder, restarts: false, tries: 1) == 1)
    }
}
