import Foundation
import Media
import Platform
import Storage

/// The folder of one run: its header, and every finished point. Each file is written under a temporary name, synced and
/// renamed, so that a run that ends at any moment can continue from there.
struct RunFolder {
    /// Absolute path.
    let path: String

    private static let headerName = "run.json"
    private static let doneName = "done.json"

    init(path: String) { self.path = path }

    private var points: String { path + "/points" }
    private var frames: String { path + "/frames" }
    /// Folder of the encodes that the report shows pictures of.
    var encodes: String { path + "/encodes" }

    /// Makes the folder, and writes the header of the run.
    func begin(_ header: RunHeader) throws {
        for folder in [path, points, frames, encodes] {
            guard let obstacle = Folder.create(folder) else { continue }
            throw BenchError(
                .cannotCreate,
                attempted: "begin a benchmark run",
                subject: folder,
                cause: obstacle,
                remedy: "name another folder with --jobs"
            )
        }
        try Publication.replaceDocument(try BenchCoding.bytes(of: header), as: Self.headerName, in: path)
    }

    /// The header of the run; nil if it is missing or damaged.
    var header: RunHeader? {
        FileManager.default.contents(atPath: "\(path)/\(Self.headerName)").flatMap {
            try? BenchCoding.value(RunHeader.self, of: $0)
        }
    }

    /// Whether the run has ended.
    var isDone: Bool { FileManager.default.fileExists(atPath: "\(path)/\(Self.doneName)") }

    /// Marks the run as ended.
    func finish() throws { try Publication.replaceDocument([UInt8]("{}\n".utf8), as: Self.doneName, in: path) }

    /// A measured point; nil if it is not measured yet, or its file is damaged.
    func measurement(of key: RunHeader.PointKey) -> BenchMeasurement? {
        FileManager.default.contents(atPath: "\(points)/\(key.name).json").flatMap {
            try? BenchCoding.value(BenchMeasurement.self, of: $0)
        }
    }

    /// Stores a point and the values of its frames; the point is written last.
    func keep(_ measurement: BenchMeasurement, _ values: BenchFrameValues, of key: RunHeader.PointKey) throws {
        var kept = measurement
        let name = "\(key.name).json"
        try Publication.replaceDocument(try BenchCoding.bytes(of: values), as: name, in: frames)
        kept.framesFile = "frames/\(name)"
        try Publication.replaceDocument(try BenchCoding.bytes(of: kept), as: name, in: points)
    }

    /// When its newest point was written; nil without one.
    var lastPoint: Date? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: points)) ?? []
        return names.compactMap { name in
            (try? FileManager.default.attributesOfItem(atPath: "\(points)/\(name)"))?[.modificationDate] as? Date
        }.max()
    }

    /// Removes the encodes, which no report needs any more.
    func removeEncodes() { try? FileManager.default.removeItem(atPath: encodes) }
}
