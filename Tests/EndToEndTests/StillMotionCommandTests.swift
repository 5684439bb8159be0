import Foundation
import TestSupport
import Testing

/// `granary still --pair` and `--sequence`, checked by ffmpeg, exiftool and libheif.
@Suite(
    .temporaryFolder,
    .enabled(
        if: Tool.arePresent("ffmpeg", "ffprobe", "heif-info", "heif-convert", "exiftool"),
        "a program that reads HEIC files is not there"
    )
)
struct StillMotionCommandTests {
    private static let pq = ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"]

    private var folder: URL { TemporaryFolder.current }

    /// A film of 6 seconds at 25 frames per second, in which all frames differ, with a tone that becomes higher.
    private func film(_ name: String = "film.mov", size: String = "160x90", _ coding: [String] = []) throws -> URL {
        let url = folder.appending(path: name)
        let video = ["-c:v", "ffv1", "-pix_fmt", "yuv420p"]
        try #require(Tool("ffmpeg")).output(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=6,scale=\(size),setsar=1", "-f", "lavfi",
                "-i",
                "aevalsrc='0.4*sin(200*t*t*t)|0.3*cos(300*t*t)':s=48000:d=6",
            ]
                + (coding.isEmpty ? video : coding) + ["-c:a", "pcm_s16le", "-strict", "-2", url.path]
        )
        return url
    }

    private func made(_ film: URL, _ options: [String], as name: String = "IMG.heic") async throws -> [String: Any] {
        let output = folder.appending(path: name).path
        let outcome = try await Program.granary(["still", film.path, "-o", output, "--json"] + options)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func tags(_ file: URL) throws -> [String: Any] {
        let text = try #require(Tool("exiftool")).output(["-j", "-ee", file.path])
        return try #require((JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])?.first)
    }

    private func probe(_ file: URL, _ entries: String, _ stream: String = "v:0") throws -> String {
        try #require(Tool("ffprobe")).output(
            ["-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", file.path]
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Samples of 16 bits and two channels.
    private func sound(of movie: URL) throws -> Data {
        let file = folder.appending(path: "sound")
        try #require(Tool("ffmpeg")).output(
            ["-v", "error", "-y", "-i", movie.path, "-map", "a", "-f", "s16le", file.path]
        )
        return try Data(contentsOf: file)
    }

    private func psnr(_ first: [String], _ second: [String], _ graph: String) throws -> Double {
        let outcome = try #require(Tool("ffmpeg")).run(
            ["-hide_banner"] + first + second + ["-lavfi", graph, "-f", "null", "-"]
        )
        let words = outcome.errors.split(separator: " ").first { $0.hasPrefix("min:") }?.dropFirst(4) ?? ""
        return words.hasPrefix("inf") ? .infinity : Double(words) ?? 0
    }

    @Test("a pair has one identifier, and its movie is the three seconds around the still")
    func pair() async throws {
        let film = try film()
        let outcome = try await made(film, ["--at", "3s", "--pair"])
        let movie = try #require(outcome["movie"] as? [String: Any])
        let (still, clip) = (folder.appending(path: "IMG.heic"), folder.appending(path: "IMG.mov"))
        #expect(movie["output"] as? String == clip.path && movie["frameCount"] as? Int == 75)
        let (stillTags, clipTags) = (try tags(still), try tags(clip))
        // exiftool 12 names tag 17 of the maker note otherwise than exiftool 13.
        let identifier = stillTags["ContentIdentifier"] ?? stillTags["MediaGroupUUID"]
        let uuid = try #require(UUID(uuidString: identifier as? String ?? "")).uuidString
        #expect(identifier as? String == uuid && movie["contentIdentifier"] as? String == uuid)
        #expect(clipTags["ContentIdentifier"] as? String == uuid && clipTags["StillImageTime"] as? Int == -1)
        #expect(stillTags["Warning"] == nil && clipTags["Warning"] == nil, "\(clipTags["Warning"] ?? "")")
        #expect(try probe(clip, "stream=codec_tag_string,start_time,duration,nb_frames") == "hvc1,0.000000,3.000000,75")
        #expect(try probe(clip, "stream=codec_tag_string,start_time,nb_frames", "d:0") == "mebx,1.480000,1")
        // Each frame is that of the film, from the first one on that begins at 1.5 seconds or later.
        let cut = "[1]select='between(n,38,112)',setpts=N/25/TB[b];[0]setpts=N/25/TB[a];[a][b]psnr"
        #expect(try psnr(["-i", clip.path], ["-i", film.path], cut) > 30)
        // And the sound is that of the film, to the sample.
        let (sound, whole) = (try sound(of: clip), try sound(of: film))
        let (start, length) = (48000 * 4 * 152 / 100, 48000 * 4 * 3)
        #expect(sound.prefix(length) == whole[start..<start + length])
        // ffmpeg gives the rest of the last packet.
        #expect(sound.count - length < 1024 * 4)
        #expect(try await Program.granary("inspect", clip.path).code == 0)
        #expect(try await Program.granary("inspect", still.path).code == 0)
    }

    @Test(
        "a movie is clipped at the ends of the film",
        arguments: [("0s", 38, 0.0), ("500ms", 50, 0.48), ("5.99s", 38, 1.48)]
    )
    func ends(_ time: String, _ frames: Int, _ moment: Double) async throws {
        let outcome = try await made(try film(), ["--at", time, "--pair"])
        let movie = try #require(outcome["movie"] as? [String: Any])
        #expect(movie["frameCount"] as? Int == frames && movie["stillSeconds"] as? Double == moment, "\(movie)")
        let clip = folder.appending(path: "IMG.mov")
        #expect(try probe(clip, "stream=nb_frames") == "\(frames)")
        #expect(Double(try probe(clip, "stream=start_time", "d:0")) == moment)
        #expect(Double(try probe(clip, "stream=duration", "a:0")) == Double(frames) / 25)
    }

    @Test(
        "a pair of an HDR film is HDR, and SDR on request",
        arguments: [([String](), "yuv420p10le,smpte2084"), (["--hdr", "sdr"], "yuv420p,bt709")]
    )
    func colours(_ options: [String], _ words: String) async throws {
        let film = try film("film.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p10le"] + Self.pq)
        _ = try await made(film, ["--at", "1s", "--pair"] + options)
        #expect(try probe(folder.appending(path: "IMG.mov"), "stream=pix_fmt,color_transfer") == words)
    }

    @Test("a pair of a turned film is turned, and one of odd size has a movie of even size")
    func shapes() async throws {
        let plain = try film("plain.mov", ["-c:v", "libx264", "-qp", "20", "-pix_fmt", "yuv420p"])
        let turned = folder.appending(path: "turned.mov")
        try #require(Tool("ffmpeg")).output([
            "-v", "error", "-i", plain.path, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned.path,
        ])
        _ = try await made(turned, ["--at", "1s", "--pair"])
        let clip = folder.appending(path: "IMG.mov")
        #expect(try psnr(["-i", clip.path], ["-t", "2.5", "-i", turned.path], "[0][1]psnr") > 30)
        let picture = folder.appending(path: "IMG.png")
        try #require(Tool("heif-convert")).output([folder.appending(path: "IMG.heic").path, picture.path])
        #expect(try probe(picture, "stream=width,height") == "90,160")
        _ = try await made(
            try film("odd.mkv", size: "161x91", ["-c:v", "ffv1"]),
            ["--at", "1s", "--pair", "--overwrite"]
        )
        #expect(try probe(clip, "stream=width,height") == "162,92")
    }

    @Test(
        "a sequence has the frames of its time, and its first one is the still of the file",
        arguments: [
            ("wave.heic", [String](), "mif1, heic, miaf", "heic", "160,90"),
            ("wave.heics", [], "mif1, heic, miaf", "hevc", "160,90"),
            ("wave.heic", ["--size", "100x100"], "mif1, heic, miaf", "heic", "100,56"),
        ]
    )
    func sequence(_ name: String, _ options: [String], _ brands: String, _ major: String, _ size: String) async throws {
        let film = try film()
        let outcome = try await made(film, ["--sequence", "--from", "2s", "--to", "4s"] + options, as: name)
        #expect(outcome["imageCount"] as? Int == 50)
        let file = folder.appending(path: name)
        let inspected = try await Program.granary("inspect", file.path)
        #expect(inspected.code == 0 && inspected.output.contains("track 1: pict"), "\(inspected.output)")
        let words = try #require(Tool("heif-info")).output([file.path])
        #expect(words.contains("main brand: \(major)\n"), "\(words)")
        #expect(words.contains("compatible brands: msf1, hevc, iso8, \(brands)\n"), "\(words)")
        #expect(words.contains("image: \(size.replacing(",", with: "x")) (id=1), primary"), "\(words)")
        #expect(try probe(file, "stream=width,height,duration,nb_frames") == "\(size),2.000000,50")
        #expect(try tags(file)["Warning"] == nil)
        // The still is the first sample.
        let place = try probe(file, "packet=pos,size").split(separator: "\n").first.map(String.init)
        let json = try await Program.granary("inspect", "--json", file.path).output
        let described = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [String: Any]]
        let extent = ((described?["image"]?["items"] as? [[String: Any]])?.first?["extents"] as? [[String: Int]])?.first
        let found = "\(extent?["byteCount"] ?? 0),\(extent?["offset"] ?? 0)"
        #expect(place?.hasPrefix(found) == true, "\(place ?? "") \(found)")
        let scale = options.isEmpty ? "null" : "scale=\(size.replacing(",", with: ":"))"
        let graph = "[1]select='between(n,50,99)',setpts=N/25/TB,\(scale)[b];[0]setpts=N/25/TB[a];[a][b]psnr"
        #expect(try psnr(["-i", file.path], ["-i", film.path], graph) > 25)
        guard major == "heic" else { return }
        let (picture, first) = (folder.appending(path: "first.png"), folder.appending(path: "truth.png"))
        try #require(Tool("heif-convert")).output([file.path, picture.path])
        try #require(Tool("ffmpeg")).output(["-v", "error", "-i", file.path, "-frames:v", "1", first.path])
        #expect(
            try psnr(["-i", picture.path], ["-i", first.path], "[0]format=gbrp[a];[1]format=gbrp[b];[a][b]psnr") > 40
        )
    }

    @Test("a sequence of an HDR film has the brands of 10 bits")
    func deepSequence() async throws {
        let film = try film("film.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p10le"] + Self.pq)
        _ = try await made(film, ["--sequence", "--to", "1s"], as: "wave.heics")
        let file = folder.appending(path: "wave.heics")
        let words = try #require(Tool("heif-info")).output([file.path])
        #expect(
            words.contains("main brand: hevx\n") && words.contains("msf1, hevx, iso8, mif1, heix, miaf"),
            "\(words)"
        )
        #expect(try probe(file, "stream=pix_fmt,color_transfer,nb_frames") == "yuv420p10le,smpte2084,25")
        #expect(try await Program.granary("inspect", file.path).code == 0)
    }

    @Test(
        "impossible pairs and sequences are refused in words",
        arguments: [
            (["--pair", "--burst", "3"], 64, "leave out --burst"), (["--from", "1s"], 64, "are for --sequence"),
            (["--sequence", "--from", "3s", "--to", "2s"], 64, "earlier than --to"),
            (["--sequence", "--pair"], 64, "With --sequence, only"),
            (["--sequence", "--from", "x"], 64, "takes a time"),
            (["--sequence", "--from", "9s"], 64, "no frames from 9.0"),
            (["--pair", "--at", "9s"], 64, "no frame at 9.0"),
        ]
    )
    func refusals(_ options: [String], _ code: Int32, _ words: String) async throws {
        let film = try film(size: "32x32")
        let outcome = try await Program.granary(
            ["still", film.path, "-o", folder.appending(path: "a.heic").path] + options
        )
        #expect(outcome.code == code && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("a pair replaces no movie that exists")
    func existing() async throws {
        let clip = folder.appending(path: "IMG.mov")
        try Data([1]).write(to: clip)
        let film = try film(size: "32x32")
        let outcome = try await Program.granary(
            "still",
            film.path,
            "-o",
            folder.appending(path: "IMG.heic").path,
            "--pair"
        )
        #expect(outcome.code == 73 && outcome.errors.contains("IMG.mov"))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "IMG.heic").path))
        let own = try await Program.granary(
            "still",
            film.path,
            "-o",
            folder.appending(path: "film.heic").path,
            "--pair"
        )
        #expect(own.code == 73 && own.errors.contains("never overwritten"))
    }
}
