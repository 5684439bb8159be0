import Foundation
import Media
import TestSupport
import Testing

@testable import ISOMedia

/// Counts the bytes that a reader requests from a movie: all the memory that an unchecked length could make it use.
private final class CountingSource: ByteSource {
    private let source: MemorySource
    private(set) var bytesRead = 0
    private(set) var reads = 0

    init(_ bytes: [UInt8]) { source = MemorySource(bytes) }

    var byteCount: UInt64 { source.byteCount }

    func read(at offset: UInt64, count: Int) throws(MovieError) -> [UInt8] {
        bytesRead += count
        reads += 1
        return try source.read(at: offset, count: count)
    }
}

@Suite(.temporaryFolder) struct InspectionTests {
    private func smallMovie() throws -> [UInt8] {
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(), audio: [Fixture.aac()]))
        try Fixture.appendReordered(&muxer, frames: 30)
        for _ in 0..<60 { try muxer.appendAudio(track: 0, byteCount: 9, duration: 1024) }
        return Fixture.file(try muxer.finish())
    }

    private func inspect(_ bytes: [UInt8]) -> MovieDescription? {
        let source = CountingSource(bytes)
        let movie = try? MovieInspection.parse(source)
        // Every byte belongs to one box whose payload is read once, and each box costs one header of 16 bytes.
        #expect(source.bytesRead <= bytes.count * 3 + 64)
        #expect(source.reads <= bytes.count / 4 + 4)
        if let movie {
            for track in movie.tracks {
                #expect((track.samples?.count ?? 0) <= bytes.count)
            }
        }
        return movie
    }

    @Test("every truncation of a movie is inspected without a crash")
    func truncations() throws {
        let movie = try smallMovie()
        let header = try MovieInspection.parse(MemorySource(movie)).boxes[2].offset
        for count in 0..<movie.count where count <= Int(header) + 20 || count % 37 == 0 {
            let description = inspect(Array(movie[..<count]))
            if count >= Int(header) + 8 {
                #expect(description?.tracks.count == 2)
                #expect(description?.findings.isEmpty == false)
            }
        }
        #expect(inspect(movie)?.findings == [])
    }

    @Test("an audio track whose configuration is that of something else is a finding")
    func audioType() throws {
        let movie = try smallMovie()
        let box = try #require(movie.indices.first { movie[$0...].starts(with: "esds".utf8) })
        // objectTypeIndication and streamType follow each other in DecoderConfigDescriptor.
        let type = try #require(movie.indices.first { $0 > box && movie[$0...].starts(with: [0x40, 0x15]) })
        for (offset, value, words) in [
            (0, 0x41, "object type 0x41"), (0, 0x60, "object type 0x60"), (1, 0x11, "stream type 4"),
        ] {
            var bytes = movie
            bytes[type + offset] = UInt8(value)
            let findings = inspect(bytes)?.findings ?? []
            #expect(findings.count == 1 && findings[0].contains("track 2: sample entry 'mp4a': 'esds': \(words)"))
        }
        for kind: UInt8 in [0x6B, 0x69, 0xA5] {
            var bytes = movie
            bytes[type] = kind
            #expect(inspect(bytes)?.findings == [])
        }
    }

    @Test("a video track without the configuration of its format is a finding")
    func configuration() throws {
        let movie = try smallMovie()
        let box = try #require(movie.indices.first { movie[$0...].starts(with: "hvcC".utf8) })
        let format = try #require(movie.indices.first { movie[$0...].starts(with: "hvc1".utf8) && $0 > 100 })
        for (name, missing) in [("hvc1", "hvcC"), ("avc1", "avcC"), ("av01", "av1C")] {
            var bytes = movie
            bytes.replaceSubrange(box..<box + 4, with: "xxxx".utf8)
            bytes.replaceSubrange(format..<format + 4, with: name.utf8)
            #expect(inspect(bytes)?.findings == ["track 1: sample entry '\(name)': box '\(missing)' is missing"])
        }
    }

    @Test("2000 mutations of a movie are inspected without a crash")
    func mutations() throws {
        let movie = try smallMovie()
        let header = Int(try MovieInspection.parse(MemorySource(movie)).boxes[2].offset)
        var random = SeededGenerator(seed: 6)
        var (described, faulty) = (0, 0)
        for round in 0..<2000 {
            var bytes = movie
            for _ in 0...(round % 6) {
                let index = Int.random(in: 0..<header, using: &random)
                let odd: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                bytes[index] = odd.randomElement(using: &random)!
            }
            if round % 7 == 0 {
                let index = Int.random(in: 0..<(header - 4), using: &random)
                bytes.replaceSubrange(index..<(index + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
            }
            if let description = inspect(bytes) {
                described += 1
                if !description.findings.isEmpty { faulty += 1 }
                #expect(try JSONEncoder().encode(description).isEmpty == false)
            }
        }
        #expect(described > 0)
        #expect(faulty > 0)
    }

    @Test("random bytes are not accepted as a movie")
    func noise() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(throws: MovieError.self) { try MovieInspection.parse(MemorySource(bytes)) }
        }
        #expect { try MovieInspection.parse(MemorySource([])) } throws: { ($0 as? MovieError)?.code == .notMovie }
    }

    @Test("deeply nested boxes and countless boxes are read up to a limit")
    func limits() throws {
        var nested: [UInt8] = []
        for _ in 0..<200 {
            let size = UInt32(nested.count + 8)
            nested = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array("moov".utf8) + nested
        }
        #expect(inspect(nested)?.findings.contains { $0.contains("nested") } == true)
        let many = Array(repeating: [0, 0, 0, 8] + Array("free".utf8), count: 150_000).flatMap(\.self)
        let movie = try smallMovie()
        let description = try MovieInspection.parse(MemorySource(movie + many))
        #expect(description.boxes.count < BoxScanner.nodeLimit)
        #expect(description.findings.count == 1)
    }

    @Test("a common sample size without a table cannot declare more samples than the file has bytes")
    func commonSize() throws {
        var writer = BoxWriter()
        writer.box("moov") { moov in
            moov.box("trak") { trak in
                trak.box("mdia") { mdia in
                    mdia.box("minf") { minf in
                        minf.box("stbl") { stbl in
                            stbl.box("stts") {
                                $0.append([0, 0, 0, 0, 0, 0, 0, 1, 255, 255, 255, 255, 255, 255, 255, 255])
                            }
                            stbl.box("stsz") { $0.append([0, 0, 0, 0, 0, 0, 0, 1, 255, 255, 255, 255]) }
                            stbl.box(SampleToChunkBox(samplesPerChunk: [.max]))
                            stbl.box(ChunkOffsetBox(offsets: [0]))
                        }
                    }
                }
            }
        }
        let movie = try #require(inspect(writer.bytes))
        #expect(movie.tracks[0].samples?.count == writer.bytes.count)
        #expect(movie.findings.contains { $0.contains("of 4294967295 samples only \(writer.bytes.count)") })
    }

    @Test("a description is encoded as JSON, with codes as text")
    func json() throws {
        let movie = try MovieInspection.parse(MemorySource(try smallMovie()))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(movie), as: UTF8.self)
        for part in [
            "\"majorBrand\":\"iso6\"", "\"type\":\"moov\"", "\"handler\":\"soun\"", "\"sampleCount\":30",
            "\"codecString\":\"hvc1.1.6.L30.90\"", "\"language\":\"und\"",
        ] {
            #expect(text.contains(part))
        }
        #expect(FourCC(rawValue: 0xA96E_616D).description == "©nam")
        #expect(FourCC(rawValue: 1).description == "????")
    }

    @Test("a file is read like memory, and folders and missing files are refused by name")
    func file() throws {
        let bytes = try smallMovie()
        let url = TemporaryFolder.current.appending(path: "small.mp4")
        try Data(bytes).write(to: url)
        let fromFile = try MovieInspection.parse(FileSource(path: url.path))
        #expect(try fromFile == MovieInspection.parse(MemorySource(bytes)))
        let source = try FileSource(path: url.path)
        #expect(throws: MovieError.self) { try source.read(at: source.byteCount, count: 1) }
        for path in [TemporaryFolder.current.path, url.path + ".missing"] {
            #expect { try FileSource(path: path) } throws: { ($0 as? MovieError)?.subject == path }
        }
    }

    @Test(
        "real files of phones and cameras are described",
        .enabled(if: SharedMedia.folder != nil, "the folder of shared clips is not there"),
        arguments: [
            ("hlg-dv84-iphone-tscl-sync.mov", "hvc1"), ("hdr10-phone-1080p.mp4", "hev1"),
            ("sdr-sintel-720p24.mp4", "avc1"),
            ("prores-hq-timecode-360p25.mov", "apch"),
        ]
    )
    func realFiles(_ name: String, _ format: String) throws {
        let url = try #require(SharedMedia.clip(name))
        let movie = try MovieInspection.parse(FileSource(path: url.path))
        let video = try #require(movie.tracks.first { $0.handler == "vide" })
        #expect(video.video?.format.description == format)
        #expect((video.samples?.count ?? 0) > 0)
        #expect(!movie.findings.contains { $0.contains("outside") || $0.contains("damaged") })
    }

    @Test(
        "damaged files give findings or a clear error",
        .enabled(if: SharedMedia.folder != nil, "the folder of shared clips is not there")
    )
    func damagedFiles() throws {
        let truncated = try #require(SharedMedia.clip("damaged-truncated-mdat.mp4"))
        #expect(try !MovieInspection.parse(FileSource(path: truncated.path)).findings.isEmpty)
        let long = try #require(SharedMedia.clip("damaged-mdat-too-long.mp4"))
        let findings = try MovieInspection.parse(FileSource(path: long.path)).findings
        #expect(findings.contains { $0.contains("box 'mdat'") && $0.contains("claims") })
        let bare = try #require(SharedMedia.clip("damaged-no-moov.mp4"))
        #expect { try MovieInspection.parse(FileSource(path: bare.path)) } throws: {
            ($0 as? MovieError)?.code == .notMovie
        }
    }
}
