import Foundation
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Platform

@Suite("A job that is started again", .temporaryFolder)
struct BeginTests {
    private let directory = JobDirectory(path: TemporaryFolder.current.path + "/job")
    private let job = JobSample.job(output: TemporaryFolder.current.path + "/film.mp4")

    @Test("does not change its folder, not even modification times")
    func untouched() throws {
        try directory.begin(job, source: JobSample.source())
        let past = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: directory.path)
        let before = [directory.path, directory.paths.job, directory.paths.source].map { FileStatus(path: $0) }
        try directory.begin(job, source: JobSample.source())
        #expect([directory.path, directory.paths.job, directory.paths.source].map { FileStatus(path: $0) } == before)
    }

    @Test("writes the document that is missing after a crash")
    func halfBegun() throws {
        try directory.begin(job, source: JobSample.source())
        try FileManager.default.removeItem(atPath: directory.paths.source)
        try directory.begin(job, source: JobSample.source())
        #expect(try directory.source() == JobSample.source())
    }
}
