import Foundation
import Glibc
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Platform

@Suite("The final name of a film", .temporaryFolder)
struct FinalNameTests {
    private let film = TemporaryFolder.current.path + "/.film.partial"
    private let name = TemporaryFolder.current.path + "/film.mp4"

    init() throws { try write("a film", to: film) }

    private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    private func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Tries the ways on the real files, like a file system that lacks those before `way`.
    private func give(from way: FinalName.Way, _ errors: [FinalName.Way: CInt] = [:]) -> CInt {
        FinalName.give(film, name) { tried, path, name in
            let lacks: [FinalName.Way] =
                way == .link ? [] : way == .exclusiveRename ? [.link] : [.link, .exclusiveRename]
            guard lacks.contains(tried) else { return tried(path, name) }
            return errors[tried] ?? (tried == .link ? EPERM : EINVAL)
        }
    }

    @Test("is given if nothing has it, on every kind of file system", arguments: FinalName.Way.allCases)
    func free(way: FinalName.Way) throws {
        #expect(give(from: way) == 0)
        #expect(try text(of: name) == "a film")
        #expect(exists(film) == (way == .link))
    }

    @Test("is not taken from a file that appeared since the job began", arguments: FinalName.Way.allCases)
    func foreign(way: FinalName.Way) throws {
        try write("somebody else's", to: name)
        #expect(give(from: way) == EEXIST)
        #expect(try text(of: name) == "somebody else's" && text(of: film) == "a film")
    }

    @Test("is not taken from a link to a missing file", arguments: FinalName.Way.allCases)
    func danglingLink(way: FinalName.Way) throws {
        try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: "nowhere.mp4")
        #expect(give(from: way) == EEXIST)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: name) == "nowhere.mp4")
        #expect(try text(of: film) == "a film")
    }

    @Test("counts as given if the film has it already, as after a repeated request", arguments: FinalName.Way.allCases)
    func repeated(way: FinalName.Way) throws {
        try FileManager.default.linkItem(atPath: film, toPath: name)
        #expect(give(from: way) == 0)
        #expect(try text(of: name) == "a film")
    }

    @Test(
        "is not given in another way if the file system fails",
        arguments: [EIO, ESTALE, ENOSPC, EDQUOT, EACCES, EXDEV]
    )
    func failure(number: CInt) {
        for way in FinalName.Way.allCases {
            #expect(!way.isImpossible(number))
            #expect(
                FinalName.give(film, name) { tried, _, _ in tried == way ? number : tried == .link ? EPERM : EINVAL }
                    == number
            )
        }
        #expect(!exists(name) && exists(film))
    }

    @Test("is given in another way if the file system lacks one", arguments: [EPERM, EMLINK, EOPNOTSUPP, ENOSYS])
    func lacking(number: CInt) throws {
        try write("somebody else's", to: name)
        #expect(give(from: .exclusiveRename, [.link: number]) == EEXIST)
        try FileManager.default.removeItem(atPath: name)
        #expect(give(from: .exclusiveRename, [.link: number]) == 0)
        #expect(try text(of: name) == "a film")
    }

    @Test("of another file stays when a job places its film, unless that is requested")
    func placed() throws {
        let job = JobSample.job(output: name)
        let directory = JobDirectory(path: TemporaryFolder.current.path + "/job")
        let mux = MuxResult(
            job: job.id,
            path: film,
            sha256: "",
            byteCount: 6,
            videoBits: 1,
            notes: [],
            cost: JobSample.cost
        )
        try write("somebody else's", to: name)
        let error = #expect(throws: FarmError.self) { try directory.output(of: job).place(mux, overwrites: false) }
        #expect(error?.code == .foreignOutput && error?.subject == name && error?.remedy.contains(film) == true)
        #expect(try text(of: name) == "somebody else's" && text(of: film) == "a film")
        try directory.output(of: job).place(mux, overwrites: true)
        #expect(try text(of: name) == "a film")
        #expect(!exists(film))
    }
}
