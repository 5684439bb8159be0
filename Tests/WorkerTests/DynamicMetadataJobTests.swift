import Foundation
import HEVC
import ISOMedia
import Intake
import Media
import Storage
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Worker

/// HDR10+ and Dolby Vision from the packets of a source to the samples of a film.
@Suite("Dynamic metadata of a film", .temporaryFolder, .enabled(if: MetadataFilm.isPossible, "no ffmpeg"))
struct DynamicMetadataJobTests {
    private func job(
        frames: Int = 36,
        ranges: Int = 3,
        keeping kept: KeptMetadata = .all,
        cut: Range<Int>? = nil,
        output: String = "film.mp4",
        made film: String? = nil,
        settings change: (inout EncoderSettings) -> Void = { _ in }
    ) throws -> SmallJob {
        try SmallJob(
            ranges: ranges,
            keeping: kept,
            cut: cut,
            output: output,
            sound: .none,
            made: film ?? MetadataFilm.make(frames: frames),
            settings: change
        )
    }

    /// A job whose film is stitched.
    private func stitched(
        _ job: SmallJob
    ) throws -> (job: SmallJob, mux: MuxResult) {
        try job.encode()
        return (job, try job.mux())
    }

    private func metadata(of path: String) throws -> [DynamicMetadata] {
        let track = try MovieVideoTrack(FileSource(path: path))
        let order = track.samples.indices.sorted {
            track.samples[$0].presentationTick < track.samples[$1].presentationTick
        }
        return try order.map { sample in
            let unit = try track.bytes(of: sample).withRawSpan { try AccessUnitMetadata(sample: $0) }
            #expect(unit.messages.count <= 1 && unit.units.count <= 1)
            return try unit.metadata()
        }
    }

    @Test(
        "every frame of the film has the bytes of its source frame, and header and brands say so",
        arguments: ["film.mp4", "film.mov"]
    )
    func whole(output: String) throws {
        let (job, mux) = try stitched(job(output: output))
        #expect(try metadata(of: mux.path) == (0..<36).map(MetadataFilm.metadata(of:)))
        let movie = try MovieInspection.parse(FileSource(path: mux.path))
        #expect(movie.tracks[0].video?.dolbyVision == DolbyVision(profile: 8, level: 1, compatibility: 1))
        let brands = movie.compatibleBrands.map(\.description)
        #expect(output == "film.mov" ? brands == ["qt  "] : brands.suffix(2) == ["dby1", "cdm4"])
        #expect(try job.findings(in: mux.path) == [])
        let film = try #require(job.plan.dynamicMetadata)
        #expect(film.hdr10PlusCount == 36 && film.dolbyVisionCount == 36 && film.inheritedCount == 0)
        let expected = (0..<36).map { MetadataFilm.metadata(of: $0).insertedByteCount * 8 }
        #expect(film.bits == expected.reduce(0, +) && film.largestBits == expected.max())
    }

    @Test("the bits of results are those of the encoder: samples are longer by the metadata")
    func bits() throws {
        let (job, mux) = try stitched(job())
        let results = try (0..<3).map { try #require(try job.directory.result(pass: 1, range: $0)) }
        let film = try #require(job.plan.dynamicMetadata)
        #expect(mux.videoBits == results.reduce(0) { $0 + $1.bits } + film.bits)
        let plain = try SmallJob(ranges: 3, output: "plain.mp4", sound: .none, made: job.source.path)
        try plain.encode()
        for range in 0..<3 { #expect(try plain.directory.result(pass: 1, range: range)?.bits == results[range].bits) }
    }

    @Test("one kind alone is kept, and the header has nothing of the other", arguments: [true, false])
    func oneKind(keepsDolby: Bool) throws {
        let kept = KeptMetadata(hdr10Plus: !keepsDolby, dolbyVision: keepsDolby)
        let (job, mux) = try stitched(job(keeping: kept))
        let found = try metadata(of: mux.path)
        #expect(found == (0..<36).map { kept.part(of: MetadataFilm.metadata(of: $0)) })
        let movie = try MovieInspection.parse(FileSource(path: mux.path))
        #expect((movie.tracks[0].video?.dolbyVision != nil) == keepsDolby)
        #expect(movie.compatibleBrands.last?.description == (keepsDolby ? "dby1" : "cdm4"))
        #expect(try job.findings(in: mux.path) == [])
    }

    @Test("with temporal levels the message has the picture's level, and the RPU none, in every level's sample")
    func levels() throws {
        let (job, mux) = try stitched(job { $0.temporalLevels = 3 })
        #expect(try metadata(of: mux.path) == (0..<36).map(MetadataFilm.metadata(of:)))
        #expect(try job.findings(in: mux.path) == [])
        let output = TemporaryFolder.current.appending(path: "lower.mp4").path
        let extracted = try LevelExtraction(path: mux.path, level: 1).write(to: output)
        #expect(extracted.frameCount == 18 && extracted.notes == [])
        #expect(try metadata(of: output) == stride(from: 0, to: 36, by: 2).map(MetadataFilm.metadata(of:)))
        let movie = try MovieInspection.parse(FileSource(path: output))
        #expect(movie.tracks[0].video?.dolbyVision == DolbyVision(profile: 8, level: 1, compatibility: 1))
        #expect(movie.compatibleBrands.suffix(2).map(\.description) == ["dby1", "cdm4"])
    }

    @Test("declared buffer messages and dynamic metadata stand beside each other")
    func declaredBuffer() throws {
        let limits = try #require(BufferLimits(bitsPerSecond: 3_000_000, bufferBits: 3_000_000))
        let (job, mux) = try stitched(
            job { settings in
                settings.buffer = limits
                settings.declaresBuffer = true
            }
        )
        #expect(try metadata(of: mux.path) == (0..<36).map(MetadataFilm.metadata(of:)))
        #expect(try job.findings(in: mux.path) == [])
    }

    @Test("a film of a film: B pictures on both sides, and a part from the middle")
    func again() throws {
        let (_, first) = try stitched(job())
        let copy = TemporaryFolder.current.appending(path: "first.mp4").path
        try FileManager.default.copyItem(atPath: first.path, toPath: copy)
        let (second, mux) = try stitched(job(ranges: 2, cut: 5..<29, output: "second.mp4", made: copy))
        #expect(try metadata(of: mux.path) == (5..<29).map(MetadataFilm.metadata(of:)))
        #expect(try second.findings(in: mux.path) == [])
    }

    /// RPUs of profile 7 with a letterbox, and another number in each.
    private func layered(_ frame: Int) -> DynamicMetadata {
        var rpu = HandmadeRPU()
        (rpu.hasSmallerEnhancement, rpu.hasNoResidual) = (true, false)
        rpu.blocks[0] = [(1, [0, 0, UInt8(frame), 0, 16]), (5, HandmadeRPU.area(8, 16, 20, 24))]
        return DynamicMetadata(dolbyVision: rpu.payload)
    }

    @Test("RPUs of profile 7 become 8.1, and their active areas move with a picture of half the size")
    func layers() throws {
        let record = DolbyVision(profile: 7, level: 6, hasEnhancementLayer: true, compatibility: 6)
        let film = try MetadataFilm.make(frames: 24, dolbyVision: record, metadata: layered)
        let kept = KeptMetadata(hdr10Plus: false, dolbyVision: true)
        let (job, mux) = try stitched(
            job(ranges: 2, keeping: kept, made: film) { $0.size = PictureSize(width: 96, height: 54) }
        )
        for (frame, found) in try metadata(of: mux.path).enumerated() {
            let payload = try #require(found.dolbyVision)
            let unit = try DolbyVisionUnit(payload: payload)
            #expect(unit.header.profile == 8)
            #expect(try unit.activeArea() == DolbyVisionActiveArea(left: 4, right: 8, top: 10, bottom: 12))
            let source = try DolbyVisionUnit(payload: #require(layered(frame).dolbyVision))
            #expect(try unit.brightness() == source.brightness())
        }
        let movie = try MovieInspection.parse(FileSource(path: mux.path))
        #expect(movie.tracks[0].video?.dolbyVision == DolbyVision(profile: 8, level: 1, compatibility: 1))
        #expect(try job.findings(in: mux.path) == [])
        let verdict = try MovieCheck(path: mux.path, job: nil, source: job.source).verdict()
        #expect(verdict.compared.contains { $0.hasPrefix("Dolby Vision of every frame") }, "\(verdict)")
    }

    /// What is done to the metadata of a finished film.
    enum Harm: String, CaseIterable {
        case swapped, missing, doubled, shifted, changed
    }

    @Test("the verification finds metadata that is not its frame's", arguments: Harm.allCases)
    func harmed(_ harm: Harm) throws {
        let (job, mux) = try stitched(job(frames: 24, ranges: 2))
        func metadata(_ frame: Int) -> DynamicMetadata {
            var own = MetadataFilm.metadata(of: frame)
            switch (harm, frame) {
            case (.swapped, 6), (.swapped, 7): own = MetadataFilm.metadata(of: 13 - frame)
            case (.missing, 6): own.dolbyVision = nil
            case (.shifted, 6...): own = MetadataFilm.metadata(of: frame - 1)
            case (.changed, 6): own.hdr10Plus?[9] ^= 1
            default: break
            }
            return own
        }
        let harmed = try MetadataFilm.rewritten(mux.path, as: "harmed.mp4") { video in
            video.dolbyVision = DolbyVision(profile: 8, level: 1, compatibility: 1)
            video.hasHDR10Plus = true
        } sample: { frame, sample in
            var bytes = try stripped(sample).withRawSpan { try metadata(frame).inserted(intoSample: $0) }
            if harm == .doubled, frame == 6, let unit = metadata(6).dolbyVision {
                DolbyVisionUnit.unit(payload: unit).withRawSpan { NALUnitFraming.appendUnit($0, to: &bytes) }
            }
            return bytes
        }
        let findings = try job.findings(in: harmed).filter { $0.hasPrefix("frame ") }
        switch harm {
        case .swapped: #expect(findings.count == 4 && findings[0] == "frame 6: its HDR10+ has other bytes")
        case .missing: #expect(findings == ["frame 6: its RPU is missing"])
        case .doubled: #expect(findings.contains("frame 6: it has 2 RPUs instead of 1"), "\(findings)")
        case .shifted: #expect(findings.contains("frame 6: its RPU has other bytes") && findings.count > 4)
        case .changed: #expect(findings == ["frame 6: its HDR10+ has other bytes"])
        }
        // The same by the source alone, without the job.
        let verdict = try MovieCheck(path: harmed, job: nil, source: job.source).verdict()
        #expect(verdict.findings.contains { $0.hasPrefix("frame 6: ") || $0.hasPrefix("frame 7: ") })
        let sound = try MovieCheck(path: mux.path, job: nil, source: job.source).verdict()
        #expect(sound.findings == [])
        #expect(sound.compared.contains { $0.hasPrefix("HDR10+ and Dolby Vision of every frame") })
    }

    /// A sample without its dynamic metadata.
    private func stripped(_ sample: [UInt8]) throws -> [UInt8] {
        var plain: [UInt8] = []
        try sample.withRawSpan { span in
            for range in try NALUnitFraming.units(of: span) {
                let unit = span.extracting(range)
                let type = try NALUnitHeader(unit).type
                let messages = type == .prefixSEI ? try SupplementalMessage.messages(inUnit: unit) : []
                guard type != .dolbyVisionMetadata, !messages.contains(where: { $0.payloadType == 4 }) else { continue }
                NALUnitFraming.appendUnit(unit, to: &plain)
            }
        }
        return plain
    }

    @Test("a table that is damaged or gone is made again, with the same bytes", arguments: [true, false])
    func healed(isGone: Bool) throws {
        let job = try job()
        let table = try #require(job.plan.dynamicMetadata?.table)
        let folder = job.directory.paths.passFolder(0)
        let path = table.path(in: folder)
        if isGone {
            try FileManager.default.removeItem(atPath: path)
        } else {
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(filePath: path))
        }
        let (_, mux) = try stitched(job)
        try Publication.verify(table, in: folder)
        #expect(try job.findings(in: mux.path) == [])
    }

    @Test("a frame without RPU, or with one that needs others, ends the scout with frame and time")
    func refused() throws {
        let holes = try MetadataFilm.make(frames: 24) { $0 == 9 ? DynamicMetadata() : MetadataFilm.metadata(of: $0) }
        let missing = #expect(throws: WorkError.self) { try job(made: holes) }
        #expect(missing?.cause == "frame 9 at 0.375 s has no RPU" && missing?.kind == .badInput)
        let chained = try MetadataFilm.make(frames: 24, name: "chained.mp4") { frame in
            var own = MetadataFilm.metadata(of: frame)
            var rpu = HandmadeRPU()
            rpu.repeatsMapping = true
            if frame == 3 { own.dolbyVision = rpu.payload }
            return own
        }
        let dependent = #expect(throws: WorkError.self) { try job(made: chained) }
        #expect(dependent?.cause.hasPrefix("the RPU of frame 3 at 0.125 s needs an earlier one") == true)
        // HDR10+ may have gaps.
        let film = try job(keeping: KeptMetadata(hdr10Plus: true, dolbyVision: false), made: holes)
        #expect(film.plan.dynamicMetadata?.inheritedCount == 1)
    }

    @Test("HDR10+ is made from the light of each scene, and the verification makes it again")
    func measured() throws {
        let kept = KeptMetadata.none.measuringHDR10Plus
        let (job, mux) = try stitched(job(ranges: 2, keeping: kept, made: PQFilm.twoScenes()))
        let scenes = try metadata(of: mux.path).map { found -> HDR10PlusWindow in
            #expect(found.dolbyVision == nil)
            return try #require(HDR10PlusMessage(payload: found.hdr10Plus ?? []).windows.first)
        }
        #expect(scenes.count == 24 && Set(scenes[..<12]).count == 1 && Set(scenes[12...]).count == 1)
        #expect(scenes[0].maximum == [922, 922, 922] && scenes[0].average == 922)
        #expect(scenes[0].distribution.map(\.level) == [922, 922, 100, 922, 922, 922, 922, 922, 922])
        #expect(scenes[12].maximum == [9937, 9937, 9937] && scenes[12].average == 4969)
        #expect(scenes[12].distribution.map(\.level) == [0, 9937, 50, 0, 0, 9937, 9937, 9937, 9937])
        #expect(try job.findings(in: mux.path) == [])
        let film = try #require(job.plan.dynamicMetadata)
        #expect(film.hdr10PlusCount == 24 && film.inheritedCount == 0 && film.dolbyVisionCount == 0)
        let verdict = try MovieCheck(path: mux.path, job: job.directory, source: nil).verdict()
        #expect(verdict.findings == [] && verdict.compared.contains { $0.hasPrefix("measured HDR10+ of every frame") })
        let other = try MovieCheck(path: mux.path, job: nil, source: job.source).verdict()
        #expect(other.findings == [] && other.notCompared.contains { $0.hasPrefix("HDR10+ with") })
    }

    @Test("a table with other numbers than the scout's is found")
    func measuredOtherwise() throws {
        let (job, mux) = try stitched(job(ranges: 2, keeping: .none.measuringHDR10Plus, made: PQFilm.twoScenes()))
        var result = try #require(try job.directory.scoutResult(range: 0))
        result.lightDistributions?[3][3] += 12
        try FileManager.default.removeItem(atPath: job.directory.paths.result(pass: 0, range: 0))
        try job.directory.publish(result)
        let findings = try job.findings(in: mux.path)
        #expect(findings.contains("the dynamic metadata of frame 0 differs from the source's"), "\(findings)")
    }

    @Test("a film has measured HDR10+ and the RPUs of its source")
    func measuredBesideRPUs() throws {
        let kept = KeptMetadata(hdr10Plus: false, dolbyVision: true).measuringHDR10Plus
        let (job, mux) = try stitched(job(keeping: kept))
        let found = try metadata(of: mux.path)
        #expect(found.map(\.dolbyVision) == (0..<36).map { MetadataFilm.metadata(of: $0).dolbyVision })
        #expect(found.allSatisfy { $0.hdr10Plus != nil })
        #expect(found[0].hdr10Plus != MetadataFilm.metadata(of: 0).hdr10Plus)
        #expect(try job.findings(in: mux.path) == [])
    }

    @Test("a rate that the metadata alone takes is refused with both numbers")
    func tooLow() throws {
        let film = try MetadataFilm.make(frames: 24)
        let error = #expect(throws: WorkError.self) {
            try SmallJob(keeping: .all, rate: .average(bitsPerSecond: 20_000), sound: .none, made: film)
        }
        #expect(error?.cause.contains("kbit/s, and the average rate is 20 kbit/s") == true)
    }
}
