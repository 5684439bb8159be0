import Foundation
import Media
import Testing

@testable import Jobs

/// `video.dynamicMetadata` of a manifest: what is kept, and what is refused with which words.
struct JobDynamicMetadataTests {
    private func source(_ change: (inout VideoTrack) -> Void = { _ in }) -> SourceDescription {
        var film = hdrSource()
        (film.audio, film.subtitles, film.notCarried) = ([], nil, [])
        film.video.dolbyVision = DolbyVision(profile: 8, level: 6, compatibility: 1)
        film.video.dynamicMetadata = DynamicMetadataSummary(
            pictureCount: 48,
            hdr10PlusCount: 48,
            dolbyVisionCount: 48,
            hdr10PlusProfiles: ["B"],
            windowCount: 1,
            dolbyVisionProfiles: [8]
        )
        change(&film.video)
        return film
    }

    private func refusals(_ video: String, _ film: SourceDescription) throws -> [String] {
        let error = try #require(throws: ManifestError.self) { try resolve("video: {\(video)}", source: film) }
        #expect(error.issues.allSatisfy { $0.key == "video.dynamicMetadata" && !$0.suggestion.isEmpty })
        return error.issues.map(\.problem)
    }

    @Test(
        "a manifest keeps everything, one kind or nothing",
        arguments: [
            ("keep", KeptMetadata.all), ("drop", nil),
            ("{hdr10plus: keep}", KeptMetadata(hdr10Plus: true, dolbyVision: false)),
            ("{hdr10plus: drop, dolbyVision: keep}", KeptMetadata(hdr10Plus: false, dolbyVision: true)),
            ("{hdr10plus: drop}", nil),
        ] as [(String, KeptMetadata?)]
    )
    func choices(text: String, kept: KeptMetadata?) throws {
        let job = try resolve("video: {dynamicMetadata: \(text)}", source: source())
        #expect(job.dynamicMetadata == kept)
        #expect(job.resolutions.contains { $0.key == "video.dynamicMetadata" } == (kept != nil))
        let losses = job.losses(of: source())
        #expect(losses.contains { $0.hasPrefix("HDR10+") } == (kept?.hdr10Plus != true))
        #expect(losses.contains { $0.hasPrefix("Dolby Vision") } == (kept?.dolbyVision != true))
    }

    @Test("keep takes the kinds that the source has, and needs the scout")
    func present() throws {
        let film = source {
            $0.dolbyVision = nil; $0.dynamicMetadata?.dolbyVisionCount = 0
        }
        let job = try resolve("video: {dynamicMetadata: keep}\nranges: {sceneCuts: false}", source: film)
        #expect(job.dynamicMetadata == KeptMetadata(hdr10Plus: true, dolbyVision: false) && job.needsScout)
        let copy = try JSONDecoder().decode(ResolvedJob.self, from: JSONEncoder().encode(job))
        #expect(copy == job && copy.isOver(film.identity))
    }

    @Test("jobs that keep other metadata have other ids, and a job that drops it has the id of one that says nothing")
    func ids() throws {
        let ids = try ["keep", "{hdr10plus: keep}", "{dolbyVision: keep}", "drop"].map {
            try resolve("video: {dynamicMetadata: \($0)}", source: source()).id
        }
        #expect(Set(ids).count == 4)
        #expect(try ids[3] == resolve("", source: source()).id)
    }

    @Test("nothing to keep is an error")
    func nothing() throws {
        let film = source {
            $0.dolbyVision = nil; $0.dynamicMetadata = nil
        }
        #expect(try refusals("dynamicMetadata: keep", film) == ["the source has neither HDR10+ nor Dolby Vision"])
        let words = try refusals("dynamicMetadata: {hdr10plus: keep}", film)
        #expect(words.contains("HDR10+ cannot be kept: the source has none"))
    }

    @Test("profiles other than 8.1, 8.2 and 8.4 are refused by name")
    func profiles() throws {
        for (profile, compatibility, words) in [
            (4, 2, "profile 4 is not carried"), (8, 0, "profile 8.0 is not carried"),
            (10, 6, "profile 10.6 is not carried"), (10, 4, "profile 10.4 needs pictures in HLG"),
            (8, 4, "profile 8.4 needs pictures in HLG"),
            (8, 2, "profile 8.2 needs pictures in SDR"),
        ] as [(UInt8, UInt8, String)] {
            let film = source {
                $0.dolbyVision = DolbyVision(profile: profile, level: 6, compatibility: compatibility)
            }
            let found = try refusals("dynamicMetadata: {dolbyVision: keep}", film)
            #expect(found.count == 1 && found[0].contains(words), "\(found)")
        }
        let unnamed = source { $0.dolbyVision = nil }
        #expect(try refusals("dynamicMetadata: {dolbyVision: keep}", unnamed)[0].contains("no Dolby Vision record"))
    }

    @Test("profile 10 of AV1 becomes 8 of the same compatibility")
    func otherCodec() throws {
        let film = source { $0.dolbyVision = DolbyVision(profile: 10, level: 6, compatibility: 1) }
        let job = try resolve("video: {dynamicMetadata: {dolbyVision: keep}}", source: film)
        let reason = try #require(job.resolutions.first { $0.key == "video.dynamicMetadata" }).reason
        #expect(reason == "kept byte for byte; profile 10 becomes 8 in HEVC")
        #expect(film.video.dolbyVision?.ofBaseLayer.profileName == "8.1")
    }

    @Test("profile 7 becomes 8.1, and what belongs to an enhancement layer that changes the picture is named as lost")
    func layers() throws {
        for isFull in [true, false] {
            let film = source {
                $0.dolbyVision = DolbyVision(profile: 7, level: 6, hasEnhancementLayer: true, compatibility: 6)
                $0.dynamicMetadata?.hasFullEnhancement = isFull
            }
            let job = try resolve("video: {dynamicMetadata: {dolbyVision: keep}}", source: film)
            let resolution = try #require(job.resolutions.first { $0.key == "video.dynamicMetadata" })
            #expect(resolution.reason.contains("become 8.1, without") == isFull)
            #expect(resolution.reason.contains("RPUs of profile 7 become 8.1"))
            #expect(job.losses(of: film).contains { $0.hasPrefix("the enhancement layer") } == isFull)
        }
    }

    @Test("pictures without RPU, and RPUs that need others, are refused before the film is scouted")
    func incomplete() throws {
        let holes = source { $0.dynamicMetadata?.dolbyVisionCount = 45 }
        #expect(
            try refusals("dynamicMetadata: keep", holes) == [
                "Dolby Vision cannot be kept: 3 of 48 pictures have no RPU"
            ]
        )
        let chained = source { $0.dynamicMetadata?.dolbyVisionObstacles = ["picture 2 has an RPU that needs others"] }
        #expect(try refusals("dynamicMetadata: keep", chained)[0].hasSuffix("picture 2 has an RPU that needs others"))
    }

    @Test("pixels at other places are refused where the metadata names pixels")
    func geometry() throws {
        let windows = source { $0.dynamicMetadata?.windowCount = 2 }
        let area = source { $0.dynamicMetadata?.hasUnreadableArea = true }
        let readable = source { $0.dynamicMetadata?.hasActiveArea = true }
        for video in ["crop: {top: 20}", "size: 640x360"] {
            let first = try refusals("\(video), dynamicMetadata: {hdr10plus: keep}", windows)
            #expect(first.count == 1 && first[0].contains("windows in pixels"), "\(first)")
            let second = try refusals("\(video), dynamicMetadata: {dolbyVision: keep}", area)
            #expect(second.count == 1 && second[0].contains("the active area of an RPU cannot be read"), "\(second)")
            let moved = try resolve("video: {\(video), dynamicMetadata: keep}", source: readable)
            #expect(moved.resolutions.contains { $0.reason.contains("active areas are moved with the picture") })
            let job = try resolve("video: {\(video), dynamicMetadata: keep}", source: source())
            #expect(job.dynamicMetadata == .all)
        }
        #expect(try resolve("video: {dynamicMetadata: {hdr10plus: keep}}", source: windows).dynamicMetadata != nil)
    }

    @Test("eight bits and another transfer are refused")
    func form() throws {
        let eight = try #require(throws: ManifestError.self) {
            try resolve("video: {bitDepth: 8, dynamicMetadata: {hdr10plus: keep}}", source: source())
        }
        let problems = eight.issues.map(\.problem)
        #expect(problems.contains("HDR10+ cannot be kept: the film has 8 bits instead of 10"), "\(problems)")
        let hybrid = source { $0.colour.transfer = 18 }
        #expect(
            try refusals("dynamicMetadata: {hdr10plus: keep}", hybrid) == [
                "HDR10+ cannot be kept: the film is not PQ"
            ]
        )
    }

    @Test(
        "HDR10+ is measured for a film without it, and in place of that of its source",
        arguments: ["measure", "{hdr10plus: measure}", "{hdr10plus: measure, dolbyVision: keep}"]
    )
    func measured(text: String) throws {
        let plain = source { $0.dynamicMetadata?.hdr10PlusCount = 0 }
        let keepsDolby = text.contains("keep")
        let kept = KeptMetadata(hdr10Plus: false, dolbyVision: keepsDolby).measuringHDR10Plus
        for film in [plain, source()] {
            let job = try resolve("video: {dynamicMetadata: \(text)}", source: film)
            #expect(job.dynamicMetadata == kept && job.needsScout)
            #expect(kept.hdr10Plus && kept.measuresHDR10Plus && !kept.fromSource.hdr10Plus)
            let reason = try #require(job.resolutions.first { $0.key == "video.dynamicMetadata" }).reason
            #expect(reason.contains("made from the light of each scene"))
            #expect(reason.contains("kept byte for byte") == keepsDolby)
            // What the source has is lost.
            #expect(job.losses(of: film).contains { $0.hasPrefix("HDR10+") } == (film == source()))
            let copy = try JSONDecoder().decode(ResolvedJob.self, from: JSONEncoder().encode(job))
            #expect(copy == job)
        }
        let ids = try [text, "{hdr10plus: keep}", "drop"].map {
            try resolve("video: {dynamicMetadata: \($0)}", source: source()).id
        }
        #expect(Set(ids).count == 3)
    }

    @Test("HDR10+ is measured in ten bits of PQ and BT.2020 only")
    func unmeasurable() throws {
        let changes: [((inout VideoTrack) -> Void, String)] = [
            ({ $0.colour.transfer = 18 }, "HDR10+ is for PQ pictures only"),
            ({ $0.colour.primaries = 12 }, "HDR10+ is for the primaries and the matrix of BT.2020, codes 9 and 9"),
            ({ $0.colour.matrix = 14 }, "HDR10+ is for the primaries and the matrix of BT.2020, codes 9 and 9"),
        ]
        for (change, words) in changes {
            let film = source {
                $0.dolbyVision = nil
                change(&$0)
            }
            #expect(try refusals("dynamicMetadata: measure", film) == ["HDR10+ cannot be measured: \(words)"])
        }
        for choice in ["measure", "keep"] {
            let converted = try #require(throws: ManifestError.self) {
                try resolve("video: {hdr: sdr, dynamicMetadata: \(choice)}", source: source())
            }
            #expect(converted.issues.allSatisfy { $0.key == "video.dynamicMetadata" })
        }
        let eight = try #require(throws: ManifestError.self) {
            try resolve("video: {bitDepth: 8, dynamicMetadata: measure}", source: source())
        }
        let problems = eight.issues.map(\.problem)
        #expect(problems.contains("HDR10+ cannot be measured: it needs 10 bits, and the film has 8"), "\(problems)")
        let error = try #require(throws: ManifestError.self) {
            try resolve("video: {dynamicMetadata: {dolbyVision: measure}}", source: source())
        }
        #expect(error.issues.map(\.key) == ["video.dynamicMetadata.dolbyVision"])
    }

    @Test("a film that may exceed the rate of its level of Dolby Vision gets a warning with both numbers")
    func rates() throws {
        func warnings(_ rate: String, _ kept: String = "keep") throws -> [String] {
            let text = "video: {rate: {average: 10M\(rate)}, dynamicMetadata: \(kept)}"
            let job = try resolve(text, source: source())
            return job.warnings(about: source()).filter { $0.contains("Dolby Vision") }
        }
        let level = "level 1 of Dolby Vision allows 20 Mbit/s (50 in the high tier)"
        #expect(try warnings("") == ["\(level), and the film has no bound: rate.maximum and rate.buffer set one"])
        #expect(try warnings(", maximum: 20M, buffer: 20M") == [])
        #expect(
            try warnings(", maximum: 20500k, buffer: 20M") == ["\(level), and rate.maximum is 20.5 Mbit/s"]
        )
        #expect(try warnings("", "{hdr10plus: keep}") == [])
    }

    @Test("messages of others are named as losses, whatever is kept")
    func others() throws {
        let film = source { $0.dynamicMetadata?.others = ["closed captions"] }
        let job = try resolve("video: {dynamicMetadata: keep}", source: film)
        #expect(job.losses(of: film) == ["closed captions in the SEI of the video track"])
    }

    @Test("a plan fits a job only if it has the metadata that the job keeps")
    func plans() throws {
        let job = try resolve("video: {dynamicMetadata: keep}", source: source())
        #expect(!job.hasMetadata(nil))
        #expect(try resolve("", source: source()).hasMetadata(nil))
    }
}
