import Foundation
import Jobs
import Media

@testable import Bench

/// Runs with everything that a report must show: kinds of film, HDR, repetitions, holes, names that look like markup.
enum ReportSamples {
    static let rates = [500_000, 1_000_000, 2_000_000, 4_000_000]
    static let anchors: [(name: String, title: String, role: BenchAnchorRecord.Role, gain: Double)] = [
        ("granary", "Granary", .subject, 1), ("granary-one", "Granary, one pass", .subject, 0.97),
        ("x265", "x265, two passes", .reference, 0.95), ("chunks", "two passes by chunk", .peer, 0.7),
        ("x264", "x264 <two> & passes", .peer, 0.62),
    ]
    static let clips: [(name: String, kind: BenchContentClass, level: Double)] = [
        ("bunny", .animation, 38), ("sintel", .animation, 40), ("<football>", .sport, 34), ("tunnel", .film, 36),
        ("desk", .screen, 44), ("sunset", .hdr, 39), ("gone", .film, 0),
    ]

    /// - Parameter gain: how much better Granary is than on the first night.
    static func run(night: Int = 0, gain: Double = 1) -> BenchRun {
        var points: [BenchPoint] = []
        for (place, clip) in clips.enumerated() {
            for rate in rates {
                for anchor in anchors {
                    let night: Double = anchor.role == .subject ? gain : 1
                    let weakness: Double = place == 3 && anchor.name == "granary" ? 0.9 : 1
                    let gain = anchor.gain * night * weakness
                    points.append(
                        BenchPoint(
                            clip: clip.name,
                            anchor: anchor.name,
                            rate: .average(bitsPerSecond: rate),
                            repetition: 1,
                            outcome: outcome(clip, anchor.name, Double(rate), gain)
                        )
                    )
                }
            }
        }
        let started = Date(timeIntervalSince1970: 1_772_589_600 + Double(night) * 86_400)
        return BenchRun(
            id: "2026030\(4 + night)T020000Z-aaaa",
            started: started,
            finished: started.addingTimeInterval(5400),
            machine: BenchMachine(
                processor: "a processor",
                coreCount: 2,
                memoryByteCount: 1 << 34,
                system: "Linux 6.1"
            ),
            commit: "012345\(night)",
            builds: BuildIdentity(encoder: "x265 4.1", reader: "7.1"),
            libraries: [
                BenchLibrary(name: "x265 (program)", version: "4.1"), BenchLibrary(name: "ffmpeg", version: "7.1"),
            ],
            suite: BenchSuiteIdentity(name: "nightly", sha256: String(repeating: "0", count: 64)),
            anchors: anchors.map {
                BenchAnchorRecord(
                    name: $0.name,
                    title: $0.title,
                    role: $0.role,
                    kind: $0.name,
                    settings: ["preset": "medium", "threads": "2"],
                    version: "1.0"
                )
            },
            clips: clips.map { clip in
                BenchClipRecord(
                    name: clip.name,
                    contentClass: clip.kind,
                    licence: "CC-BY-3.0",
                    sha256: nil,
                    size: PictureSize(width: 1280, height: 720),
                    frameCount: 240,
                    duration: 10,
                    frameRate: 24,
                    isHighDynamicRange: clip.kind == .hdr,
                    hole: clip.name == "gone" ? BenchHole(.clipMissing, "there is no file of that name") : nil
                )
            },
            metrics: [.psnrYUV, .vmaf],
            repetitions: 1,
            points: points
        )
    }

    private static func outcome(
        _ clip: (name: String, kind: BenchContentClass, level: Double),
        _ anchor: String,
        _ rate: Double,
        _ gain: Double
    ) -> BenchOutcome {
        if clip.name == "gone" { return .hole(BenchHole(.clipMissing, "there is no file of that name")) }
        if clip.name == "desk", anchor == "x264" { return .hole(BenchHole(.anchorFailed, "exit 1: <no> such option")) }
        // The quality of this clip's chunks is so high that no quality is reached by both.
        let offset: Double = clip.name == "tunnel" && anchor == "chunks" ? 40 : 0
        let psnr: Double = clip.level + offset + 4 * log2(rate * gain / 1e6)
        func figures(_ value: Double) -> BenchMetricFigures {
            BenchMetricFigures(film: value, frames: QualitySummary((0..<20).map { value - Double($0) / 10 })!)
        }
        return .measured(
            BenchMeasurement(
                commands: [["encoder", "--bitrate", "\(Int(rate))", "<in>"], ["muxer", "out.mp4"]],
                videoByteCount: Int(rate),
                fileByteCount: Int(rate) + 1000,
                bitsPerSecond: rate * 1.002,
                cost: BenchCost(wallSeconds: 10 / gain, cpuSeconds: 19 / gain, peakMemoryBytes: 300 << 20),
                repeatedShare: anchor == "granary" ? 0.08 : nil,
                frameCount: 240,
                metrics: [
                    BenchMetricValue(.psnrYUV, .measured(figures(psnr))),
                    clip.kind == .screen
                        ? BenchMetricValue(.vmaf, .hole(BenchHole(.metricFailed, "libvmaf ended with 1")))
                        : BenchMetricValue(.vmaf, .measured(figures(min(psnr * 2, 99.9)))),
                ],
                framesFile: nil,
                outputFile: nil,
                remarks: []
            )
        )
    }

    /// The worst clip with one still.
    static func scene(_ pictures: [(title: String, png: [UInt8])]) -> BenchScene {
        let takes = ["granary", "x265"].enumerated().map { place, anchor in
            BenchScene.Take(
                anchor: anchor,
                rate: .average(bitsPerSecond: 1_000_000),
                bitsPerSecond: 1_002_000,
                values: (0..<480).map { frame -> Double in
                    let dip: Double = frame == 77 && place == 0 ? 6 : 0
                    return 38 + 2 * sin(Double(frame) / 40) + Double(place) / 2 - dip
                }
            )
        }
        return BenchScene(
            clip: "tunnel",
            metric: .psnrYUV,
            takes: takes,
            starts: (0..<480).map { Double($0) / 24 },
            end: 20,
            stills: [BenchScene.Still(frame: 77, pictures: pictures)]
        )
    }
}
