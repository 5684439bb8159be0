import Foundation
import JobDocuments
import TestSupport
import Testing

extension WholeJobs {
    @Suite("granary verify, status and clean")
    struct Commands {
        @Test("status shows a finished job, verify finds a changed film, and clean removes only finished jobs")
        func story() async throws {
            let source = try await TestFilm.short.url
            let bench = try JobBench(source: source)
            let jobs = ["--jobs", bench.jobs.path]
            let none = try await Program.granary(["status", "--json"] + jobs)
            #expect(none.code == 0 && none.output == "[\n\n]\n")
            #expect(try await bench.run().code == 0)

            let status = try await Program.granary(["status", "--json"] + jobs)
            let list = try #require(JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [[String: Any]])
            #expect(status.code == 0 && list.map { $0["state"] as? String } == ["finished"])
            let id = try #require(list.first?["job"] as? String)
            let one = try await Program.granary(["status", String(id.prefix(6))] + jobs)
            #expect(one.code == 0 && one.output.contains("finished") && one.output.contains(bench.output.path))

            let good = try await verify(bench.output, jobs + ["--against", source.path])
            #expect(good.code == 0 && good.verdict["picturesCompared"] as? Int == 180)
            #expect((good.verdict["findings"] as? [String])?.isEmpty == true)
            let distance = try #require(good.verdict["distance"] as? [String: Double])
            #expect(try #require(distance["psnr"]) > 20 && #require(distance["ssim"]) > 0.5)

            let copy = bench.folder.appending(path: "copy.mp4")
            try FileManager.default.copyItem(at: bench.output, to: copy)
            let known = try await verify(copy, jobs)
            #expect(known.verdict["picturesCompared"] as? Int == 180, "the job is found by the checksum of the film")
            let alone = try await verify(copy, ["--jobs", bench.folder.path + "/none"])
            #expect(alone.code == 0 && alone.verdict["picturesCompared"] as? Int == 0)
            #expect((alone.verdict["notCompared"] as? [String])?.count == 2, "it reports what it did not compare")

            try await verifyChanged(bench, jobs)
            try await clean(bench, id, jobs)
        }

        private func verifyChanged(_ bench: JobBench, _ jobs: [String]) async throws {
            let film = try #require(bench.film)
            var changed = film
            changed[changed.count - changed.count / 4] ^= 1
            try changed.write(to: bench.output)
            let wrong = try await verify(bench.output, jobs)
            let findings = try #require(wrong.verdict["findings"] as? [String])
            #expect(wrong.code == 3 && findings.contains { $0.contains("SHA-256") })
            let text = try await Program.granary(["verify", bench.output.path] + jobs)
            #expect(text.code == 3 && text.output.contains("wrong"))
            let cut = bench.folder.appending(path: "cut.mp4")
            try film.prefix(film.count * 2 / 3).write(to: cut)
            #expect(try await Program.granary(["verify", cut.path] + jobs).code == 3)
            let demo = try await verify(cut, jobs + ["--against", try await TestFilm.tenBit.url.path])
            #expect(demo.code == 3 && (demo.verdict["findings"] as? [String])?.contains { $0.contains("90") } == true)
            #expect(try await Program.granary(["verify", "/nowhere.mp4"]).code == 66)
            #expect(try await Program.granary(["verify", bench.manifest.path]).code == 65)
            try film.write(to: bench.output)
        }

        private func clean(_ bench: JobBench, _ id: String, _ jobs: [String]) async throws {
            let directory = try bench.directory.path
            #expect(try await Program.granary("clean", bench.folder.path).code == 65)
            #expect(try await Program.granary(["clean", "nonsense"] + jobs).code == 66)
            #expect(FileManager.default.fileExists(atPath: bench.manifest.path))

            let other = try JobBench(
                "other",
                source: try await TestFilm.tenBit.url,
                jobs: bench.jobs.path
            )
            let program = try other.start()
            try #require(try await program.reaches { $0.type == "planned" })
            program.send(15)
            #expect(try await program.end() == 130)

            let dry = try await Program.granary(["clean", "--dry-run"] + jobs)
            #expect(dry.code == 0 && dry.output.hasPrefix("would remove \(directory) "))
            #expect(FileManager.default.fileExists(atPath: directory))
            for rule in [["--keep", "1"], ["--older-than", "1h"]] {
                let kept = try await Program.granary(["clean"] + rule + jobs)
                #expect(
                    kept.code == 0 && kept.output.isEmpty && kept.errors.contains("\(directory) (film) stays: "),
                    "\(kept)"
                )
                #expect(FileManager.default.fileExists(atPath: directory))
            }
            let removal = try await Program.granary(["clean"] + jobs)
            #expect(removal.code == 0 && removal.output.hasPrefix("removed \(directory) "))
            #expect(removal.errors.contains("not finished"))
            #expect(!FileManager.default.fileExists(atPath: directory) && bench.film != nil)
            #expect(try await Program.granary("clean", bench.directory.path).code == 64)
            #expect(try await Program.granary("clean", bench.directory.path, "--all").code == 0)
            #expect(JobFolder(path: bench.jobs.path).jobs.isEmpty)
        }

        private func verify(_ film: URL, _ options: [String]) async throws -> (code: Int32, verdict: [String: Any]) {
            let result = try await Program.granary(["verify", film.path, "--json"] + options)
            let verdict = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
            return (result.code, try #require(verdict as? [String: Any]))
        }
    }
}
