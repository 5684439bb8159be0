import Foundation
import Jobs
import Media

@testable import Bench

/// Records for tests, with invented figures.
enum BenchSamples {
    static func measurement(bitsPerSecond: Double, psnr: Double, wall: Double = 2) throws -> BenchMeasurement {
        guard let frames = QualitySummary([psnr - 1, psnr, psnr + 1]) else { throw CocoaError(.coderInvalidValue) }
        return BenchMeasurement(
            commands: [["x265", "--input", "-"]],
            videoByteCount: Int(bitsPerSecond) / 8,
            fileByteCount: Int(bitsPerSecond) / 8 + 100,
            bitsPerSecond: bitsPerSecond,
            cost: BenchCost(wallSeconds: wall, cpuSeconds: 2 * wall, peakMemoryBytes: 1 << 28),
            repeatedShare: nil,
            frameCount: 3,
            metrics: [BenchMetricValue(.psnrY, .measured(BenchMetricFigures(film: psnr, frames: frames)))],
            framesFile: nil,
            outputFile: nil,
            remarks: []
        )
    }

    static func anchor(_ name: String, _ role: BenchAnchorRecord.Role) -> BenchAnchorRecord {
        BenchAnchorRecord(name: name, title: name, role: role, kind: name, settings: ["preset": "medium"], version: "1")
    }

    static func run(id: String = "20260304T020000Z-aaaa", subjectFactor: Double = 1) throws -> BenchRun {
        var points: [BenchPoint] = []
        for (rate, psnr) in [(1_000_000, 36.0), (2_000_000, 39.0)] {
            let requested = BenchRate.average(bitsPerSecond: rate)
            for (anchor, factor) in [("x265", 1.0), ("granary", 0.95 * subjectFactor)] {
                let measured = try measurement(bitsPerSecond: Double(rate) * factor, psnr: psnr)
                points.append(
                    BenchPoint(
                        clip: "bars",
                        anchor: anchor,
                        rate: requested,
                        repetition: 1,
                        outcome: .measured(measured)
                    )
                )
            }
        }
        let hole = BenchHole(.anchorMissing, "no x264 on the search path")
        points.append(
            BenchPoint(clip: "bars", anchor: "x264", rate: .constant(21), repetition: 1, outcome: .hole(hole))
        )
        return BenchRun(
            id: id,
            started: Date(timeIntervalSince1970: 1_772_589_600),
            finished: Date(timeIntervalSince1970: 1_772_593_200),
            machine: BenchMachine(processor: "test", coreCount: 2, memoryByteCount: 1 << 34, system: "Linux"),
            commit: "0123456",
            builds: BuildIdentity(encoder: "x265 4.1", reader: "7.1"),
            libraries: [BenchLibrary(name: "x265 (program)", version: "4.1")],
            suite: BenchSuiteIdentity(name: "test", sha256: String(repeating: "0", count: 64)),
            anchors: [anchor("x265", .reference), anchor("granary", .subject), anchor("x264", .peer)],
            clips: [
                BenchClipRecord(
                    name: "bars",
                    contentClass: .synthetic,
                    licence: "CC0-1.0",
                    sha256: nil,
                    size: PictureSize(width: 64, height: 64),
                    frameCount: 3,
                    duration: 0.125,
                    frameRate: 24,
                    isHighDynamicRange: false,
                    hole: nil
                )
            ],
            metrics: [.psnrY],
            repetitions: 1,
            points: points
        )
    }
}
