import Foundation
import Media
import Platform
import Storage

/// The folder of one run: what it is, and every point that is done. Each file is written under a temporary name, synced
/// and renamed, so that a run which ends at any moment goes on where it was.
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

    /// Makes the folder and says what the run is.
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

    /// What the run is; nil when it never began, or its document is damaged.
    var header: RunHeader? {
        FileManager.default.contents(atPath: "\(path)/\(Self.headerName)").flatMap {
            try? BenchCoding.value(RunHeader.self, of: $0)
        }
    }

    /// Whether the run came to its end.
    var isDone: Bool { FileManager.default.fileExists(atPath: "\(path)/\(Self.doneName)") }

    /// Says that the run came to its end.
    func finish() throws { try Publication.replaceDocument([UInt8]("{}\n".utf8), as: Self.doneName, in: path) }

    /// A measured point; nil when it is still to be done, or its file is damaged.
    func measurement(of key: RunHeader.PointKey) -> BenchMeasurement? {
        FileManager.default.contents(atPath: "\(points)/\(key.name).json").flatMap {
            try? BenchCoding.value(BenchMeasurement.self, of: $0)
        }
    }

    /// Keeps a point and the values of its frames, the point last.
    func keep(_ measurement: BenchMeasurement, _ values: BenchFrameValues, of key: RunHeader.PointKey) throws {
        var kept = measurement
        let name = "\(key.name).json"
        try Publication.replaceDocument(try BenchCoding.bytes(of: values), as: name, in: frames)
        kept.framesFile = "frames/\(name)"
        try Publication.replaceDocument(try BenchCoding.bytes(of: kept), as: name, in: points)
    }

    /// When its newest point was done; nil without one.
    var lastPoint: Date? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: points)) ?? []
        return names.compactMap { name in
            (try? FileManager.default.attributesOfItem(atPath: "\(points)/\(name)"))?[.modificationDate] as? Date
        }.max()
    }

    /// Removes the encodes, whose pictures nobody shows any more.
    func removeEncodes() { try? FileManager.default.removeItem(atPath: encodes) }
}
