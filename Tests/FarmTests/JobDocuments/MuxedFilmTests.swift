import Foundation
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Platform

@Suite("A muxed film", .temporaryFolder)
struct MuxedFilmTests {
    private let directory = JobDirectory(path: TemporaryFolder.current.path + "/job")
    private let job = JobSample.job(output: TemporaryFolder.current.path + "/out/film.mp4")

    /// Runs the job up to a film under its temporary name. The SHA-256 in the record is wrong, so that hashing the file
    /// finds it damaged.
    private func mux(timeOffset: Int64?) throws -> MuxResult {
        let plan = JobSample.plan(job)
        try directory.begin(job, source: JobSample.source())
        try directory.publish(plan)
        let path = JobOutput.temporaryPath(of: job, attempt: nil)
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("a film".utf8).write(to: URL(filePath: path))
        let status = try #require(FileStatus(path: path))
        let mux = MuxResult(
            job: job.id,
            path: path,
            sha256: String(repeating: "0", count: 64),
            byteCount: status.byteCount,
            modificationTime: timeOffset.map { status.modificationTime + $0 },
            videoBits: 1,
            notes: [],
            cost: JobSample.cost
        )
        try directory.publish(mux)
        return mux
    }

    private func published() throws -> PublishedWork {
        try directory.reader.work(of: job, timeline: JobSample.timeline)
    }

    @Test("is not hashed again while it has the modification time from the mux, also under its final name")
    func untouched() throws {
        let mux = try mux(timeOffset: 0)
        #expect(try published().mux == mux)
        try directory.output(of: job).place(mux, overwrites: false)
        let work = try published()
        #expect(work.mux == mux && work.isFilmInPlace)
        #expect(try directory.output(of: job).isOwned())
    }

    @Test("is hashed if it was written since, or if the time of the mux is unknown", arguments: [1, nil] as [Int64?])
    func touched(timeOffset: Int64?) throws {
        _ = try mux(timeOffset: timeOffset)
        #expect(try published().mux == nil, "its SHA-256 is another one")
    }
}
