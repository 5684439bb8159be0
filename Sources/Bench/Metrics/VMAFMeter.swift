import Media
import Platform
import Worker

/// VMAF and VMAF NEG, measured by an ffmpeg that has libvmaf.
final class VMAFMeter: BenchMeter {
    let metrics: [BenchMetric] = [.vmaf, .vmafNEG]
    private let process: VMAFProcess

    init(_ subject: BenchMeters.Subject) throws {
        let folder = "\(subject.folder)/vmaf"
        if let obstacle = Folder.create(folder) {
            throw BenchHole(.metricFailed, "the folder for its log could not be made: \(obstacle)")
        }
        process = try VMAFProcess(
            try VMAFTool.find(),
            size: subject.size,
            format: subject.format,
            folder: folder
        )
    }

    func compare(_ picture: Picture, with source: Picture) throws { try process.compare(picture, with: source) }

    func finish() throws -> [BenchMetric: BenchMeterReading] {
        let figures = try process.finish()
        guard !figures.isEmpty else { throw BenchHole(.metricFailed, "no picture was compared") }
        func reading(_ values: [Double]) -> BenchMeterReading {
            BenchMeterReading(film: values.reduce(0, +) / Double(values.count), frames: values)
        }
        return [.vmaf: reading(figures.map(\.vmaf)), .vmafNEG: reading(figures.map(\.vmafNEG))]
    }
}
