import Foundation
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs

@Suite("An output that is a symbolic link to a missing file", .temporaryFolder)
struct OutputLinkTests {
    private let directory = JobDirectory(path: TemporaryFolder.current.path + "/job")
    private let job = JobSample.job(output: TemporaryFolder.current.path + "/film.mp4")

    init() throws {
        try FileManager.default.createSymbolicLink(atPath: job.outputPath, withDestinationPath: "nowhere.mp4")
    }

    @Test("is rejected before anything is done, and kept")
    func refused() throws {
        let error = try #require(throws: FarmError.self) {
            try directory.output(of: job).check(source: JobSample.source(), overwrites: false)
        }
        #expect(error.code == .foreignOutput && error.kind == .cannotCreate && error.subject == job.outputPath)
        #expect(error.remedy.contains("--overwrite"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: job.outputPath) == "nowhere.mp4")
    }

    @Test("is replaced if requested")
    func replaced() throws {
        try directory.output(of: job).check(source: JobSample.source(), overwrites: true)
        let path = JobOutput.temporaryPath(of: job, attempt: nil)
        try Data("a film".utf8).write(to: URL(filePath: path))
        let mux = MuxResult(
            job: job.id,
            path: path,
            sha256: "",
            byteCount: 6,
            videoBits: 1,
            notes: [],
            cost: JobSample.cost
        )
        try directory.output(of: job).place(mux, overwrites: true)
        let attributes = try FileManager.default.attributesOfItem(atPath: job.outputPath)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect(!FileManager.default.fileExists(atPath: TemporaryFolder.current.path + "/nowhere.mp4"))
    }
}
