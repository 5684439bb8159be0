import Foundation
import TestSupport
import Testing

/// Short forms of the campaigns in Docs/Reliability.md, against the program that the tests were built with. Each takes
/// a sample that is the same every time.
@Suite(
    "Faults, a sample of each campaign",
    .temporaryFolder,
    .serialized,
    .doesNotHang,
    .enabled(if: FaultCampaign.isPossible, "python3, ffmpeg and cc are missing: Scripts/setup installs them")
)
struct FaultCampaignTests {
    @Test(
        "every call fails once: the error is clear, and the job goes on to the same bytes",
        // Some two dozen points of workers, and ten of coordinators, which take a whole job each.
        arguments: [("scout,scenes,analyse,encode,mux,verify", "197"), ("coordinator,resume", "797")]
    )
    func calls(subjects: String, step: String) async throws {
        try await FaultCampaign.run("every-call-fails", ["--subjects", subjects, "--every", step])
    }

    @Test(
        "calls that once did harm do none",
        arguments: [
            // An allocation that cannot be read now is not missing (exit 64), and a document is not damaged.
            ["analyse: stat job/passes/0001/allocation.json"], ["encode: read job/plan.json"],
            ["mux: open job/film.json"],
            // A read that failed is no finding about the film: of a hundred reads each ninth.
            ["verify: read out/", "--every", "9"],
        ]
    )
    func found(point: [String]) async throws {
        let subject = String(point[0].prefix { $0 != ":" })
        let words = ["--subjects", subject, "--errors", "EIO", "--only"] + point
        try await FaultCampaign.run("every-call-fails", words)
    }

    @Test("power cuts leave the right film or none", arguments: [("again", "40"), ("new,unverified", "400")])
    func cuts(scenario: String, step: String) async throws {
        try await FaultCampaign.run("power-cuts", ["--scenarios", scenario, "--every", step])
    }

    @Test("kills at random moments change no byte")
    func kills() async throws {
        try await FaultCampaign.run("same-bytes", ["small", "--moments", "9", "--workers", "1,3"])
    }
}

/// A script of Benchmarks.
enum FaultCampaign {
    /// The tools that all of them need.
    static let isPossible = ["python3", "ffmpeg", "cc"].allSatisfy { name in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    /// Runs a script to its end, and expects that nothing bad was found. What an earlier run remembers does not count.
    static func run(_ script: String, _ words: [String]) async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = root.appending(path: "Benchmarks/\(script)").path
        let forget = script == "every-call-fails" ? ["--forget"] : []
        let outcome = try await Program.run(
            URL(filePath: "/usr/bin/env"),
            ["python3", path] + words + forget
                + ["--granary", try Program.url.path, "--folder", TemporaryFolder.current.path]
        )
        #expect(outcome.code == 0, "\(outcome.output.suffix(3000))\n\(outcome.errors.suffix(1000))")
    }
}
