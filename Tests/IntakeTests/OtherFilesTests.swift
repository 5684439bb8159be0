import CFFmpeg
import Foundation
import Media
import TestSupport
import Testing

@testable import FFmpeg
@testable import Intake

/// Files that look like films and refer to other files. These are readable, so that only a refusal prevents that they
/// are opened.
@Suite(
    "A source opens no other file",
    .temporaryFolder,
    .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"),
    .doesNotHang
)
struct OtherFilesTests {
    private static let picture = "testsrc2=size=64x64:rate=24:duration=1"

    private func failure(_ path: String) -> IntakeError? {
        do throws(IntakeError) {
            _ = try FilmProbe.describe(path: path, hashWholeFile: false)
            return nil
        } catch {
            return error
        }
    }

    /// A file in a subfolder of the test's folder, next to `segment.ts`, which is in the parent folder, too.
    private func write(_ text: String, _ name: String = "film.mp4") throws -> String {
        let folder = TemporaryFolder.current.appending(path: "films")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let segment = try FFmpegTool.film("segment.ts", video: ["-c:v", "libx264", "-g", "12"], picture: Self.picture)
        let near = folder.appending(path: "segment.ts")
        if !FileManager.default.fileExists(atPath: near.path) {
            try FileManager.default.copyItem(atPath: segment, toPath: near.path)
        }
        let url = folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    private static func playlist(_ address: String) -> String {
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(address)\n#EXT-X-ENDLIST\n"
    }

    private static func concat(_ address: String) -> String { "ffconcat version 1.0\nfile '\(address)'\n" }

    private func expectRefusal(_ path: String, _ format: String) throws {
        let error = try #require(failure(path))
        #expect(error.code == .notAMovie && error.kind == .badInput)
        #expect(error.cause.contains("its format is \(format) ("), "\(error)")
        #expect(error.cause.contains("names other files"), "\(error)")
        #expect(error.remedy.contains("matroska"), "it says what is read: \(error)")
    }

    @Test(
        "a playlist of HLS does not open a film that can be read",
        arguments: ["segment.ts", "../segment.ts", "FOLDER/segment.ts", "file:FOLDER/segment.ts"]
    )
    func streaming(address: String) throws {
        let named = address.replacing("FOLDER", with: TemporaryFolder.current.path)
        for name in ["film.mp4", "film.m3u8"] { try expectRefusal(try write(Self.playlist(named), name), "hls") }
    }

    @Test(
        "a list of parts does not open a film that can be read",
        arguments: ["segment.ts", "../segment.ts", "FOLDER/segment.ts"]
    )
    func parts(address: String) throws {
        let named = address.replacing("FOLDER", with: TemporaryFolder.current.path)
        try expectRefusal(try write(Self.concat(named)), "concat")
    }

    @Test("a description for DASH does not open the segments next to it")
    func dash() throws {
        let path = try FFmpegTool.film(
            "manifest.mpd",
            video: ["-c:v", "libx264", "-g", "12", "-f", "dash"],
            picture: Self.picture
        )
        try expectRefusal(path, "dash")
        let renamed = TemporaryFolder.current.appending(path: "film.mp4").path
        try FileManager.default.copyItem(atPath: path, toPath: renamed)
        try expectRefusal(renamed, "dash")
    }

    @Test("a name with a number pattern is one file, and not the pictures of all numbers")
    func numberedPictures() throws {
        _ = try FFmpegTool.film("picture%03d.png", video: ["-frames:v", "5"], picture: Self.picture)
        let pattern = TemporaryFolder.current.appending(path: "picture%03d.png")
        try FileManager.default.copyItem(at: TemporaryFolder.current.appending(path: "picture001.png"), to: pattern)
        let error = try #require(failure(pattern.path))
        #expect(error.code == .notAMovie && error.cause.contains("its format is image2"), "\(error)")
    }

    @Test("a session description opens no connection")
    func session() throws {
        let text = """
            v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r
            m=video 5004 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n
            """
        try expectRefusal(try write(text), "sdp")
    }

    @Test("lists of addresses open no connection")
    func network() throws {
        let server = try #require(LoopbackServer())
        let address = "http://127.0.0.1:\(server.port)/segment.ts"
        try expectRefusal(try write(Self.playlist(address)), "hls")
        try expectRefusal(try write(Self.playlist("segment.ts\n#EXTINF:1,\n\(address)")), "hls")
        try expectRefusal(try write(Self.concat(address)), "concat")
        try expectRefusal(try write("ffconcat version 1.0\nfile segment.ts\nfile \(address)\n"), "concat")
        #expect(server.connect(), "the server would have noticed")
        #expect(server.stop() == 1, "it was this test that connected")
    }

    @Test("texts and audio alone are refused, with a list of readable formats")
    func others() throws {
        let text = try write("1\n00:00:00,000 --> 00:00:01,000\nHello\n\n", "film.srt")
        let error = try #require(failure(text))
        #expect(error.cause == "its format is srt (SubRip subtitle), which does not hold films")
    }

    // MARK: - QuickTime's references

    /// A QuickTime film whose samples are in another file next to it.
    private func referring(_ reference: [UInt8]) throws -> String {
        let path = try FFmpegTool.film("refers.mov", video: ["-c:v", "libx264"], picture: Self.picture)
        let url = URL(filePath: path)
        try FileManager.default.copyItem(
            atPath: path,
            toPath: TemporaryFolder.current.appending(path: "other.mov").path
        )
        try MovieSurgery.replaceDataReference(reference, in: url)
        return path
    }

    private static func alias(_ name: String) -> [UInt8] {
        let text = [UInt8](name.utf8)
        // Version 2: volume, parent's number, name of the file; then its path as Unix has it (type 18), and the end.
        var record: [UInt8] = Array(repeating: 0, count: 50) + [UInt8(text.count)] + text
        record += Array(repeating: 0, count: 63 - text.count + 150 - 114)
        record[7] = 2
        let unix = [UInt8]("/\(name)".utf8)
        record += [0, 18, 0, UInt8(unix.count)] + unix + (unix.count % 2 == 1 ? [0] : []) + [255, 255, 0, 0]
        return HandmadeProfile.box("alis", [0, 0, 0, 0] + record)
    }

    @Test("a QuickTime film whose samples are elsewhere is refused with the name of that file")
    func alias() throws {
        let error = try #require(failure(try referring(Self.alias("other.mov"))))
        #expect(error.code == .notAMovie && error.cause.contains("it refers to another file, other.mov"), "\(error)")
    }

    @Test("a QuickTime film that refers to an address is refused, and not read as if it had the samples")
    func address() throws {
        let location = [UInt8]("file:///other.mov".utf8) + [0]
        let error = try #require(failure(try referring(HandmadeProfile.box("url ", [0, 0, 0, 0] + location))))
        #expect(error.cause.contains("it refers to another file, file:///other.mov"), "\(error)")
    }

    @Test("references without a name are to the film itself")
    func emptyReferences() throws {
        for reference in [HandmadeProfile.box("url ", [0, 0, 0, 0]), HandmadeProfile.box("alis", [0, 0, 0, 1])] {
            #expect(try failure(referring(reference)) == nil)
            try FileManager.default.removeItem(at: TemporaryFolder.current.appending(path: "other.mov"))
        }
    }

    @Test("libavformat cannot open other files, and the name is recorded")
    func refusal() throws {
        let other = TemporaryFolder.current.appending(path: "other.mov")
        let input = SourceInput(try SourceFile(path: referring(Self.alias("other.mov"))))
        let buffer = ContainerInput(input)
        var context = unsafe avformat_alloc_context()
        unsafe buffer.attach(to: try #require(unsafe context))
        var opened: UnsafeMutablePointer<AVIOContext>?
        let open = try unsafe #require(unsafe context?.pointee.io_open)
        #expect(unsafe open(context, &opened, other.path, AVIO_FLAG_READ, nil) < 0)
        #expect(unsafe opened == nil)
        unsafe avformat_free_context(context)
        unsafe context = nil
        let cause = try #require(input.fault).cause
        #expect(cause == "it refers to another file, \(other.path), which Granary does not open")
    }

    // MARK: - Files that change

    private func growing() throws -> (demuxer: Demuxer, url: URL) {
        let path = try FFmpegTool.film("film.ts", video: ["-c:v", "libx264"], picture: Self.picture + ",noise=alls=90")
        return (try Demuxer(SourceFile(path: path)), URL(filePath: path))
    }

    private func end(of demuxer: Demuxer) -> IntakeError? {
        do throws(IntakeError) {
            while try demuxer.next() != nil {}
            return nil
        } catch {
            return error
        }
    }

    @Test("a file that grows while it is read is an error")
    func growth() throws {
        let (demuxer, url) = try growing()
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(repeating: 0x47, count: 188))
        try handle.close()
        let error = try #require(end(of: demuxer))
        #expect(error.code == .changed && error.cause.contains("the file grew from"), "\(error)")
    }

    @Test("a file that shrinks while it is read is an error, also where damage is concealed", arguments: [false, true])
    func shrinking(conceals: Bool) throws {
        let (first, url) = try growing()
        #expect(end(of: first) == nil)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int)
        let demuxer = try Demuxer(SourceFile(path: url.path), endsAtDamage: conceals)
        try FileHandle(forWritingTo: url).truncate(atOffset: UInt64(size / 2))
        let error = try #require(end(of: demuxer))
        #expect(error.code == .changed, "\(error)")
        #expect(error.cause.contains("became shorter") || error.cause.contains("shrank from \(size) to"), "\(error)")
    }

    @Test("a file that is written between opening and identity is detected, also at the same size")
    func rewriting() throws {
        let (_, url) = try growing()
        let file = try SourceFile(path: url.path)
        try file.requireSteady(isUntouched: true)
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: Data([0x47]))
        try handle.close()
        // For file systems with coarse clocks: one second later.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 5)],
            ofItemAtPath: url.path
        )
        try file.requireSteady()
        let error = #expect(throws: IntakeError.self) { try file.requireSteady(isUntouched: true) }
        #expect(error?.cause == "the file was written to while it was read")
    }

    @Test("a probe reads only the file that was opened, even if another one replaces it")
    func replacement() throws {
        let (_, url) = try growing()
        let file = try SourceFile(path: url.path)
        let identity = try file.identity(duration: .zero, hashWholeFile: true)
        try FileManager.default.removeItem(at: url)
        try Data("another".utf8).write(to: url)
        #expect(try file.identity(duration: .zero, hashWholeFile: true) == identity)
        #expect(try Demuxer(file).videoStreams == [0])
    }
}
