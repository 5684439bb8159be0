import Foundation
import ISOMedia
import Intake
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Worker

@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct AudioVerificationTests {
    /// Audio of a source in these tests.
    struct Kind: Sendable, CustomTestStringConvertible {
        let codec: String
        let container: String
        var output = "film.mp4"

        var testDescription: String { "\(codec) in \(container) to \(output)" }
        var arguments: [String] { ["-c:a", codec, "-b:a", "128k", "-metadata:s:a:0", "language=fra"] }
    }

    private func job(_ kind: Kind = Kind(codec: "aac", container: "mp4")) throws -> SmallJob {
        let job = try SmallJob(
            frames: 24,
            ranges: 2,
            audio: kind.arguments,
            container: kind.container,
            output: kind.output
        )
        try job.encode()
        return job
    }

    /// The findings for a film with altered packets.
    private func findings(
        _ job: SmallJob,
        packets alter: (inout [AudioPacket]) -> Void = { _ in },
        sound adjust: (inout AudioTrackConfiguration) -> Void = { _ in }
    ) throws -> [String] {
        _ = try job.mux()
        let film = try job.stitch(job.samples().flatMap(\.self), packets: alter, sound: adjust)
        return try job.findings(in: film)
    }

    private static let first = "is the first of 2 that differ"

    @Test(
        "Copied audio has no findings, and every packet is compared",
        arguments: [
            Kind(codec: "aac", container: "mp4"), Kind(codec: "ac3", container: "mp4"),
            Kind(codec: "eac3", container: "mp4"), Kind(codec: "aac", container: "mkv"),
            Kind(codec: "ac3", container: "mkv"), Kind(codec: "eac3", container: "mkv"),
            Kind(codec: "aac", container: "ts"), Kind(codec: "aac", container: "mp4", output: "film.mov"),
            Kind(codec: "ac3", container: "mp4", output: "film.mov"),
        ]
    )
    func copied(kind: Kind) throws {
        let job = try job(kind)
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let count = job.source.audio[0].packetCount
        #expect(count > 20 && job.source.audio[0].language == "fra")
        #expect(try job.directory.verifyResult(firstRange: 0)?.soundPacketsCompared == count)
        let verdict = try MovieCheck(path: film, job: nil, source: job.source).verdict()
        #expect(verdict.findings == [] && verdict.soundPacketsCompared == count)
    }

    @Test("A flipped bit in any packet is found, and the packet is named", arguments: ["aac", "ac3", "eac3"])
    func flippedBit(codec: String) throws {
        let job = try job(Kind(codec: codec, container: "mp4"))
        let count = job.source.audio[0].packetCount
        for index in [0, 7, count - 1] {
            let findings = try findings(
                job,
                packets: { packets in
                    var bytes = packets[index].bytes
                    bytes[bytes.count / 2] ^= 0x10
                    packets[index] = AudioPacket(bytes: bytes, duration: packets[index].duration)
                }
            )
            #expect(findings.count == 1, "\(findings)")
            let finding = try #require(findings.first)
            #expect(
                finding.hasPrefix("audio track 0: packet \(index) at ")
                    && finding.hasSuffix("has other bytes in the film")
            )
        }
    }

    @Test("Dropped packets are found, and the finding names the first one", arguments: ["aac", "ac3", "eac3"])
    func dropped(codec: String) throws {
        let job = try job(Kind(codec: codec, container: "mp4"))
        let findings = try findings(job, packets: { $0.remove(at: 9) })
        #expect(findings.contains { $0.hasPrefix("audio track 0: packet 9 at ") }, "\(findings)")
    }

    @Test("Two swapped packets are found", arguments: ["aac", "ac3", "eac3"])
    func swapped(codec: String) throws {
        let job = try job(Kind(codec: codec, container: "mp4"))
        let findings = try findings(job, packets: { $0.swapAt(11, 12) })
        #expect(findings.count == 1, "\(findings)")
        let finding = try #require(findings.first)
        #expect(
            finding.hasPrefix("audio track 0: packet 11 at ") && finding.hasSuffix("it \(Self.first)"),
            "\(finding)"
        )
    }

    @Test("A packet that the source does not have is found")
    func doubled() throws {
        let job = try job()
        let findings = try findings(job, packets: { $0.append($0[$0.count - 1]) })
        #expect(findings.contains("audio track 0: the film has packets after the source's last"), "\(findings)")
    }

    @Test("A packet of another duration is found, and so are the packets that it delays")
    func duration() throws {
        let job = try job()
        let findings = try findings(
            job,
            packets: { packets in
                packets[4] = AudioPacket(bytes: packets[4].bytes, duration: packets[4].duration + 1)
            }
        )
        #expect(
            findings.contains {
                $0.hasPrefix("audio track 0: packet 4 at ") && $0.contains("has another duration in the film")
            },
            "\(findings)"
        )
    }

    @Test("Priming that is not skipped is found")
    func priming() throws {
        let job = try job()
        try #require(job.source.audio[0].presentedFrom == 1024)
        let findings = try findings(job, sound: { $0.presentedFrom = 0 })
        #expect(findings.contains { $0.hasPrefix("audio track 0: its edit list skips 0 ticks ") }, "\(findings)")
    }

    @Test("Audio that begins later than the source's is found")
    func start() throws {
        let job = try job()
        let findings = try findings(job, sound: { $0.presentationStart = MediaTime(value: 1, timescale: 24) })
        #expect(findings.contains { $0.hasPrefix("audio track 0: it begins at 0.04") }, "\(findings)")
    }

    @Test("Another language and another configuration of the codec are found")
    func description() throws {
        let job = try job()
        let findings = try findings(
            job,
            sound: { sound in
                sound.language = "deu"
                sound.configuration[1] ^= 0x08
            }
        )
        #expect(findings.contains("audio track 0: its language is deu, fra in the source"), "\(findings)")
        #expect(findings.contains { $0.contains("describes its aac differently") }, "\(findings)")
    }

    @Test(
        "A film without a job is compared with the named source, and its audio if the number of tracks is the same"
    )
    func withoutJob() throws {
        let job = try job()
        let good = try job.mux().path
        let flipped = try job.stitch(job.samples().flatMap(\.self)) { packets in
            var bytes = packets[3].bytes
            bytes[bytes.count - 1] ^= 1
            packets[3] = AudioPacket(bytes: bytes, duration: packets[3].duration)
        }
        let verdict = try MovieCheck(path: flipped, job: nil, source: job.source).verdict()
        #expect(verdict.findings.count == 1 && verdict.findings[0].hasPrefix("audio track 0: packet 3 at "))
        let unnamed = try MovieCheck(path: good, job: job.directory, source: nil).verdict()
        #expect(
            unnamed.notCompared.contains { $0.hasPrefix("audio packets") } && unnamed.soundPacketsCompared == nil
        )
        var silent = job.source
        silent.audio = []
        let other = try MovieCheck(path: good, job: nil, source: silent).verdict()
        #expect(other.notCompared.contains { $0.hasPrefix("audio: the film has 1 track,") })
    }
}
