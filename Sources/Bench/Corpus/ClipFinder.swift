import Checksums
import Foundation
import Intake
import Media
import Platform

/// Finds the clips of a suite, makes those that are recipes, and probes each of them once.
struct ClipFinder {
    /// Folder of the clips that recipes make.
    let folder: String
    let programs: BenchPrograms
    /// Runs ffmpeg for a recipe; returns a hole if it fails.
    let run: (BenchCommand) -> BenchHole?

    /// The clips of a suite in their order, including those in folders.
    static func clips(of suite: BenchSuite) -> [BenchClip] {
        suite.clips
            + suite.folders.flatMap { folder in
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
                let films = names.sorted().filter { name in
                    !name.hasPrefix(".")
                        && BenchFolder.suffixes.contains(URL(filePath: name).pathExtension.lowercased())
                }
                guard !films.isEmpty else {
                    // A folder without films becomes a hole with its name instead of being ignored.
                    return [clip(in: folder, file: "")]
                }
                return films.map { clip(in: folder, file: $0) }
            }
    }

    private static func clip(in folder: BenchFolder, file: String) -> BenchClip {
        let path = file.isEmpty ? folder.path : "\(folder.path)/\(file)"
        let plain = URL(filePath: path).lastPathComponent.map { character in
            character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
                ? character : "-"
        }
        // Films with equal names in different folders, or with names that become equal, differ by their path's hash.
        let place = SHA256Digest.of(unsafe Array(path.utf8).span.bytes).prefix(6)
        return BenchClip(
            name: "own-\(String(plain.prefix(48)))-\(place)",
            origin: .file(path),
            licence: folder.licence,
            contentClass: folder.contentClass
        )
    }

    /// Finds, hashes and probes a clip; a failure is a hole.
    func find(_ clip: BenchClip) -> Result<FoundClip, BenchHole> {
        do throws(BenchHole) {
            let remedy = clip.obtain.map { "; \($0) fetches it" } ?? ""
            let path: String
            switch clip.origin {
            case .file(let file): path = file
            case .recipe(let recipe): path = try make(recipe, named: clip.name, remedy: remedy)
            }
            var isFolder: ObjCBool = false
            // Safe: the pointer to the local variable is used during the call only.
            let isThere = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            guard isThere, !isFolder.boolValue else {
                throw BenchHole(.clipMissing, isThere ? "the folder has no film" : "there is no such file\(remedy)")
            }
            let sha256 = try checksum(of: path)
            if let expected = clip.sha256, expected != sha256 {
                throw BenchHole(.clipChanged, "its SHA-256 is \(sha256), but the suite requires \(expected)")
            }
            do {
                let source = try FilmProbe.describe(path: path, hashWholeFile: false)
                return .success(FoundClip(clip: clip, path: path, sha256: sha256, source: source))
            } catch {
                throw BenchHole(.clipUnreadable, error.cause)
            }
        } catch {
            return .failure(error)
        }
    }

    private func checksum(of path: String) throws(BenchHole) -> String {
        do { return try FileChecksum.sha256(of: path) } catch {
            throw BenchHole(.clipUnreadable, error.localizedDescription)
        }
    }

    /// Makes the clip of a recipe unless it exists already.
    private func make(_ recipe: BenchRecipe, named name: String, remedy: String) throws(BenchHole) -> String {
        for source in recipe.sources where !FileManager.default.fileExists(atPath: source) {
            let name = URL(filePath: source).lastPathComponent
            throw BenchHole(.clipMissing, "the source of its recipe does not exist: \(name)\(remedy)")
        }
        let program = try programs.path(of: .ffmpeg)
        let mark = SHA256Digest.of(unsafe Array("\(recipe.words(output: ""))".utf8).span.bytes).prefix(12)
        let path = "\(folder)/\(name)-\(mark).mov"
        if FileManager.default.fileExists(atPath: path) { return path }
        if let obstacle = Folder.create(folder) { throw BenchHole(.clipMissing, "it could not be made: \(obstacle)") }
        let partial = "\(folder)/.\(name)-\(mark).partial.mov"
        let command = BenchCommand(program, recipe.words(output: partial))
        if let hole = run(command) {
            throw BenchHole(.clipMissing, "it could not be made: \(hole.story)", commands: [command.line])
        }
        do { try FileManager.default.moveItem(atPath: partial, toPath: path) } catch {
            throw BenchHole(
                .clipMissing,
                "it could not be made: \(error.localizedDescription)",
                commands: [command.line]
            )
        }
        return path
    }
}

extension BenchRecipe {
    /// ffmpeg's arguments that make the clip: lossless, and without anything that changes from run to run.
    func words(output: String) -> [String] {
        let pixels = hasTenBits ? "yuv420p10le" : "yuv420p"
        let colour =
            switch transfer {
            case .bt709: "color_primaries=bt709:color_trc=bt709:colorspace=bt709"
            case .pq: "color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc"
            case .hlg: "color_primaries=bt2020:color_trc=arib-std-b67:colorspace=bt2020nc"
            }
        let base = "\(frameRate.seconds)/\(frameRate.frames)"
        let inputs = sources.flatMap { ["-noautorotate", "-i", $0] }
        var joined = sources.isEmpty ? graph : "[0:v:0]\(graph)"
        if sources.count > 1 {
            let parts = sources.indices.map { "[\($0):v:0]\(graph),format=\(pixels)[film\($0)];" }
            joined = parts.joined() + sources.indices.map { "[film\($0)]" }.joined() + "concat=n=\(sources.count)"
        }
        let shaped = "\(joined),format=\(pixels),setparams=range=tv:\(colour),settb=\(base),setpts=N[v]"
        return ["-nostdin", "-v", "error", "-y"] + inputs
            + ["-filter_complex", shaped, "-map", "[v]"]
            + ["-frames:v", "\(frameCount)", "-fps_mode", "passthrough"]
            + ["-enc_time_base", "\(frameRate.seconds):\(frameRate.frames)", "-c:v", "ffv1", "-level", "3", "-g", "12"]
            + ["-slices", "4", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", output]
    }
}
