import Foundation
import TestSupport
import Testing

/// `granary still` and `granary inspect` of image files, checked by libheif, exiftool, ImageMagick and ffmpeg.
@Suite(
    .temporaryFolder,
    .enabled(
        if: Tool.arePresent("ffmpeg", "ffprobe", "heif-info", "heif-convert", "exiftool", "identify"),
        "a program that reads HEIC files is not there"
    )
)
struct StillCommandTests {
    /// A film and what its still must be.
    struct Shape: Sendable, CustomTestStringConvertible {
        var film: String
        var options: [String] = []
        var size: String
        var brands = "mif1, heic, miaf, MiHB"
        var format = "yuv420p"
        var encoding: [String] = []

        var testDescription: String { "\(film) \(format) \(options.joined(separator: " "))" }
    }

    private static let oddBrands = "mif1, heic"
    private static let deepBrands = "mif1, heix, miaf, MiHA"
    private static let pq = ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"]
    private static let hlg = ["-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc"]

    private static let known: [Shape] = [
        Shape(film: "64x64", size: "64x64"), Shape(film: "66x70", size: "66x70"),
        Shape(film: "320x180", size: "320x180"),
        Shape(film: "16x16", size: "16x16"), Shape(film: "2x2", size: "2x2"), Shape(film: "62x200", size: "62x200"),
        Shape(film: "161x121", size: "161x121", brands: oddBrands),
        Shape(film: "160x121", size: "160x121", brands: oddBrands),
        Shape(film: "1x1", size: "1x1", brands: oddBrands), Shape(film: "33x15", size: "33x15", brands: oddBrands),
        Shape(film: "320x180", options: ["--grid", "64"], size: "320x180"),
        Shape(film: "320x180", options: ["--grid", "128", "--thumbnail", "100"], size: "320x180"),
        Shape(film: "320x180", options: ["--grid", "512"], size: "320x180"),
        Shape(film: "161x121", options: ["--grid", "64"], size: "161x121", brands: oddBrands),
        Shape(film: "640x360", options: ["--size", "200x200"], size: "200x112"),
        Shape(film: "320x180", options: ["--bytes", "5k"], size: "320x180"),
        Shape(
            film: "320x180",
            options: ["--thumbnail", "64"],
            size: "320x180",
            brands: deepBrands,
            format: "yuv420p10le",
            encoding: pq
        ),
        Shape(film: "160x90", size: "160x90", brands: deepBrands, format: "yuv420p10le", encoding: hlg),
        Shape(
            film: "160x90",
            options: ["--grid", "64"],
            size: "160x90",
            brands: deepBrands,
            format: "yuv420p10le",
            encoding: pq
        ),
        Shape(film: "160x90", options: ["--hdr", "sdr"], size: "160x90", format: "yuv420p10le", encoding: pq),
        Shape(film: "160x90", size: "160x90", format: "yuv422p10le"),
        Shape(film: "160x90", size: "160x90", format: "gbrp"),
    ]

    private var folder: URL { TemporaryFolder.current }

    private func film(_ shape: Shape, _ name: String = "film.mkv") throws -> URL {
        let url = folder.appending(path: name)
        try #require(Tool("ffmpeg")).output(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=8:d=0.5,scale=\(shape.film),setsar=1",
                "-pix_fmt",
                shape.format,
            ]
                + shape.encoding + ["-c:v", "ffv1", url.path]
        )
        return url
    }

    private func tags(_ file: URL) throws -> [String: Any] {
        let text = try #require(Tool("exiftool")).output(["-j", file.path])
        return try #require((JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])?.first)
    }

    @Test("stills of all shapes have no finding, and libheif, exiftool and ImageMagick read them", arguments: known)
    func shapes(_ shape: Shape) async throws {
        let still = folder.appending(path: "still.heic")
        let made = try await Program.granary(
            ["still", try film(shape).path, "-o", still.path, "--at", "0s"] + shape.options
        )
        try #require(made.code == 0, "\(made.errors)")
        let inspected = try await Program.granary("inspect", still.path)
        #expect(inspected.code == 0 && !inspected.output.contains("finding"), "\(inspected.output)")
        let words = try #require(Tool("heif-info")).output([still.path])
        #expect(words.contains("image: \(shape.size) (id=") && words.contains(", primary"), "\(words)")
        #expect(words.contains("compatible brands: \(shape.brands)\n"), "\(words)")
        let picture = folder.appending(path: "still.png")
        try #require(Tool("heif-convert")).output([still.path, picture.path])
        let size = try #require(Tool("ffprobe")).output(
            ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0:s=x", picture.path]
        )
        #expect(size == shape.size + "\n")
        let seen = try #require(Tool("identify")).output(["-format", "%m %wx%h\n", still.path])
        #expect(seen == "HEIC \(shape.size)\n")
        let tags = try tags(still)
        #expect(tags["Warning"] == nil && tags["Software"] as? String != nil && tags["Orientation"] != nil)
        #expect("\(tags["ExifImageWidth"] ?? 0)x\(tags["ExifImageHeight"] ?? 0)" == shape.size)
        if let place = shape.options.firstIndex(of: "--bytes"), shape.options[place + 1] == "5k" {
            #expect(try Data(contentsOf: still).count <= 5000)
        }
    }

    @Test(
        "HDR stays HDR, P3 stays P3, and SDR is made only on request",
        arguments: [
            (pq, [String](), "SMPTE ST 2084, ITU BT.2100 PQ", 10), (hlg, [], "ARIB STD-B67 (HLG)", 10),
            (["-color_primaries", "smpte432", "-color_trc", "bt709", "-colorspace", "bt709"], [], "BT.709", 8),
            (pq, ["--hdr", "sdr"], "BT.709", 8),
        ]
    )
    func keepsColours(_ encoding: [String], _ options: [String], _ transfer: String, _ depth: Int) async throws {
        let shape = Shape(film: "160x90", size: "", format: "yuv420p10le", encoding: encoding)
        let still = folder.appending(path: "still.heic")
        let made = try await Program.granary(["still", try film(shape).path, "-o", still.path, "--at", "0s"] + options)
        try #require(made.code == 0, "\(made.errors)")
        let tags = try tags(still)
        let found = tags["TransferCharacteristics"] as? String ?? ""
        #expect(found.contains(transfer) || transfer.contains("HLG") && found.contains("HLG"), "\(found)")
        #expect(tags["BitDepthLuma"] as? Int == depth)
        let primaries = tags["ColorPrimaries"] as? String ?? ""
        #expect(
            primaries.contains(encoding[1] == "smpte432" ? "432" : options.isEmpty ? "BT.2020" : "BT.709"),
            "\(primaries)"
        )
    }

    @Test("the frame is the one that is shown at the time, to the frame", arguments: [0, 1, 6, 7])
    func frames(_ number: Int) async throws {
        let film = folder.appending(path: "film.mkv")
        try #require(Tool("ffmpeg")).output([
            "-v", "error", "-f", "lavfi", "-i", "color=s=64x64:r=8:d=1,format=gray,geq=lum='40+20*N',format=yuv420p",
            "-c:v", "ffv1", film.path,
        ])
        let still = folder.appending(path: "still.heic")
        // In the middle of the frame.
        let time = "\(number * 125 + 60)ms"
        let made = try await Program.granary("still", film.path, "-o", still.path, "--at", time, "--json")
        try #require(made.code == 0, "\(made.errors)")
        let outcome = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any]
        #expect((outcome?["choice"] as? [String: Any])?["frame"] as? Int == number)
        let picture = folder.appending(path: "still.png")
        try #require(Tool("heif-convert")).output([still.path, picture.path])
        let raw = folder.appending(path: "still.gray")
        try #require(Tool("ffmpeg")).output(
            ["-v", "error", "-i", picture.path, "-vf", "scale=1:1,format=gray", "-f", "rawvideo", raw.path]
        )
        let grey = Int(try #require(try Data(contentsOf: raw).first))
        #expect(abs(grey - (40 + 20 * number)) <= 3, "\(grey)")
    }

    @Test("a turned film is turned in its still", arguments: [90, 180, 270])
    func turns(_ degrees: Int) async throws {
        let film = folder.appending(path: "film.mp4")
        let plain = folder.appending(path: "plain.mp4")
        let ffmpeg = try #require(Tool("ffmpeg"))
        try ffmpeg.output([
            "-v", "error", "-f", "lavfi", "-i", "testsrc=s=160x96:r=8:d=0.5", "-pix_fmt", "yuv420p", "-c:v", "libx264",
            "-qp", "10", plain.path,
        ])
        try ffmpeg.output([
            "-v", "error", "-i", plain.path, "-c", "copy", "-metadata:s:v:0", "rotate=\(degrees)", film.path,
        ])
        let still = folder.appending(path: "still.heic")
        let made = try await Program.granary(
            "still",
            film.path,
            "-o",
            still.path,
            "--at",
            "0s",
            "--quality",
            "95",
            "--thumbnail",
            "64"
        )
        try #require(made.code == 0, "\(made.errors)")
        let picture = folder.appending(path: "still.png")
        let truth = folder.appending(path: "truth.png")
        try #require(Tool("heif-convert")).output([still.path, picture.path])
        try ffmpeg.output(["-v", "error", "-i", film.path, "-frames:v", "1", truth.path])
        #expect(try psnr(picture, truth) > 30)
    }

    private func psnr(_ first: URL, _ second: URL, _ filter: String = "null") throws -> Double {
        let graph = "[0]format=gbrp[a];[1]\(filter),format=gbrp[b];[a][b]psnr"
        let outcome = try #require(Tool("ffmpeg")).run(
            ["-hide_banner", "-i", first.path, "-i", second.path, "-lavfi", graph, "-f", "null", "-"]
        )
        let words = outcome.errors.split(separator: " ").first { $0.hasPrefix("average:") }?.dropFirst(8) ?? ""
        return words.hasPrefix("inf") ? .infinity : Double(words) ?? 0
    }

    @Test(
        "of a real still only the tiles are decoded that a part needs, and they are the right ones",
        .enabled(if: SharedMedia.folder != nil, "needs the clips"),
        arguments: [("100,100,512,512", 4), ("0,0,512,512", 1), ("1024,512,1024,1024", 4), ("2560,3584,464,448", 1)]
    )
    func crops(_ part: String, _ tiles: Int) async throws {
        let whole = try #require(SharedMedia.clip("still-iphone-grid.heic"))
        #expect(try await Program.granary("inspect", whole.path).code == 0)
        let still = folder.appending(path: "part.heic")
        let made = try await Program.granary(
            "still",
            whole.path,
            "--crop",
            part,
            "-o",
            still.path,
            "--quality",
            "95",
            "--json"
        )
        try #require(made.code == 0, "\(made.errors)")
        let outcome = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any]
        let decoded = outcome?["decoded"] as? [String: Int]
        #expect(decoded == ["count": tiles, "total": 48])
        let picture = folder.appending(path: "part.png")
        let truth = folder.appending(path: "whole.png")
        try #require(Tool("heif-convert")).output([still.path, picture.path])
        try #require(Tool("heif-convert")).output([whole.path, truth.path])
        let numbers = part.split(separator: ",")
        #expect(try psnr(picture, truth, "crop=\(numbers[2]):\(numbers[3]):\(numbers[0]):\(numbers[1])") > 40)
    }

    @Test(
        "a still of one picture is explained and cut",
        .enabled(if: SharedMedia.folder != nil, "needs the clips")
    )
    func single() async throws {
        let whole = try #require(SharedMedia.clip("still-single.heic"))
        let inspected = try await Program.granary("inspect", whole.path)
        #expect(inspected.code == 0 && inspected.output.contains("item 1: hvc1, primary, 1080x1920"))
        let still = folder.appending(path: "part.heic")
        let made = try await Program.granary("still", whole.path, "--crop", "64,64,201,99", "-o", still.path)
        try #require(made.code == 0, "\(made.errors)")
        #expect(try #require(Tool("heif-info")).output([still.path]).contains("image: 201x99"))
    }

    @Test("a burst has each frame as an image, and no more than the film has")
    func bursts() async throws {
        let film = try film(Shape(film: "160x90", size: ""))
        let still = folder.appending(path: "still.heic")
        let burst = try await Program.granary("still", film.path, "-o", still.path, "--at", "0s", "--burst", "3")
        try #require(burst.code == 0, "\(burst.errors)")
        let words = try #require(Tool("heif-info")).output([still.path])
        #expect(words.split(separator: "\n").count { $0.contains("image: 160x90") } == 3, "\(words)")
        #expect(try await Program.granary("inspect", still.path).code == 0)
        let beyond = try await Program.granary(
            "still",
            film.path,
            "-o",
            still.path,
            "--at",
            "0s",
            "--burst",
            "9",
            "--overwrite"
        )
        #expect(beyond.code == 64 && beyond.errors.contains("9 frames from frame 0 on are more than its 4"))
    }

    @Test("--best and --scene say why, and a scene that the film does not have is named")
    func choices() async throws {
        let film = try film(Shape(film: "160x90", size: ""))
        let still = folder.appending(path: "still.heic")
        let best = try await Program.granary("still", film.path, "-o", still.path, "--best")
        #expect(best.code == 0 && best.output.contains("sharper than"))
        let scene = try await Program.granary("still", film.path, "-o", still.path, "--scene", "1", "--overwrite")
        #expect(scene.code == 0 && scene.output.contains("the best of scene 1"))
        let none = try await Program.granary("still", film.path, "-o", still.path, "--scene", "9", "--overwrite")
        #expect(none.code == 64 && none.errors.contains("1 scene and no scene 9"))
        let late = try await Program.granary("still", film.path, "-o", still.path, "--at", "9s", "--overwrite")
        #expect(late.code == 64 && late.errors.contains("no frame at 9.0 seconds"))
        let again = try await Program.granary("still", film.path, "-o", still.path)
        #expect(again.code == 73 && again.errors.contains("exists"))
        let own = try await Program.granary("still", still.path, "--crop", "0,0,64,64", "-o", still.path)
        #expect(own.code == 73 && own.errors.contains("never overwritten"))
        let outside = try await Program.granary(
            "still",
            still.path,
            "--crop",
            "100,50,64,64",
            "-o",
            folder.appending(path: "part.heic").path
        )
        #expect(outside.code == 64 && outside.errors.contains("not inside the image of 160x90"))
    }

    @Test("an XMP packet is read again by exiftool, and what is none is refused")
    func packets() async throws {
        let film = try film(Shape(film: "64x64", size: ""))
        let (still, packet) = (folder.appending(path: "still.heic"), folder.appending(path: "about.xmp"))
        // From a name with its own suffix exiftool makes a packet.
        try #require(Tool("exiftool")).output(["-XMP:Title=A wave", packet.path])
        let made = try await Program.granary(
            "still",
            film.path,
            "-o",
            still.path,
            "--at",
            "0s",
            "--xmp",
            packet.path,
            "--bytes",
            "5000"
        )
        #expect(made.code == 0, "\(made.errors)")
        let tags = try tags(still)
        #expect(tags["Title"] as? String == "A wave" && tags["Warning"] == nil, "\(tags)")
        #expect(try Data(contentsOf: still).count <= 5000)
        let wrong = try await Program.granary(
            "still",
            film.path,
            "-o",
            folder.appending(path: "other.heic").path,
            "--xmp",
            film.path
        )
        #expect(wrong.code == 65 && wrong.errors.contains("rdf:RDF"), "\(wrong.errors)")
    }

    @Test(
        "other formats and impossible options are refused in words",
        arguments: [
            (["-o", "a.avif"], "AV1"), (["-o", "a.jpg"], "no JPEG"), (["-o", "a.tiff"], "ends in .heic"),
            (["-o", "a.heic", "--quality", "101"], "0 to 100"), (["-o", "a.heic", "--grid", "100"], "multiple of 64"),
            (["-o", "a.heic", "--at", "1s", "--best"], "Choose one"),
            (["-o", "a.heic", "--bytes", "x"], "number of bytes"),
            (["-o", "a.heic", "--bytes", "0"], "number of bytes"),
            (["-o", "a.heics"], "for --sequence"),
            (["-o", "a.heic", "--quality", "9", "--bytes", "9k"], "Choose one"),
            (["-o", "a.heic", "--hdr", "x"], "auto or sdr"),
            (["-o", "a.heic", "--crop", "1,2"], "left, top"),
            (["-o", "a.heic", "--crop", "0,0,2,2", "--best"], "With --crop"),
            (["-o", "a.heic", "--thumbnail", "9"], "64 to 512"),
        ]
    )
    func refusals(_ options: [String], _ words: String) async throws {
        let outcome = try await Program.granary(["still", "film.mov"] + options)
        #expect(outcome.code == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test(
        "events: settings come first, images in order, the end last and once, all with one id",
        arguments: [
            (["--at", "0s", "--burst", "3"], ["resolved", "image", "image", "image", "finished"]),
            (["--at", "0s", "--pair"], ["resolved", "image", "movie", "finished"]),
            (["--sequence"], ["resolved", "image", "image", "image", "image", "finished"]),
            (["--at", "9s"], ["resolved", "failed"]),
            (["--at", "0s", "--bytes", "9k"], ["resolved", "image", "finished"]),
        ]
    )
    func events(_ options: [String], _ types: [String]) async throws {
        let made = try await Program.granary(
            ["still", try film(Shape(film: "96x64", size: "")).path, "-o", folder.appending(path: "a.heic").path]
                + ["--progress", "json"] + options
        )
        let lines = try made.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["type"] as? String } == types, "\(made.output)\(made.errors)")
        let ids = Set(lines.compactMap { $0["jobID"] as? String })
        #expect(ids.count == 1 && lines.allSatisfy { $0["jobID"] != nil })
        let images = lines.compactMap { $0["image"] as? [String: Any] }
        #expect(images.map { $0["index"] as? Int } == Array(images.indices))
        #expect(images.map { $0["frame"] as? Int } == Array(images.indices))
        #expect((made.code == 0) == (types.last == "finished"))
        let again = try await Program.granary(
            ["still", folder.appending(path: "film.mkv").path, "-o", folder.appending(path: "b.heic").path]
                + ["--progress", "json", "--at", "0s"]
        )
        #expect(!again.output.contains(try #require(ids.first)), "each run has its own id")
    }
}
