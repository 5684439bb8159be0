import Foundation
import Media
import Platform
import Storage

/// The folder of a benchmark: its clips, its runs, and the current encode.
///
///     FOLDER/coordinator.lock            locked during a run
///     FOLDER/clips/NAME-HASH.mov         made by recipes
///     FOLDER/runs/ID/run.json            header of the run; done.json after its end
///     FOLDER/runs/ID/points/NAME.json    a measured point
///     FOLDER/runs/ID/frames/NAME.json    the values of its frames
///     FOLDER/runs/ID/encodes/NAME.hevc   the encode, until the report is written
///     FOLDER/scratch/                    the current encode
package struct BenchPlace: Hashable, Sendable {
    /// Absolute path of the folder.
    package let path: String

    /// Refers to a folder, which need not exist.
    package init(path: String) { self.path = path }

    /// Folder of the clips that recipes make.
    var clips: String { path + "/clips" }
    /// Folder of all runs.
    var runs: String { path + "/runs" }
    /// Folder of the current encode.
    var scratch: String { path + "/scratch" }

    /// Folder of a run.
    package func run(_ id: String) -> String { "\(runs)/\(id)" }

    /// Ids of the runs that have a folder, oldest first.
    var runIDs: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: runs)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Bytes of all files below a folder; files that cannot be examined are not counted.
    static func byteCount(below folder: String) -> Int64 {
        guard let files = FileManager.default.enumerator(atPath: folder) else { return 0 }
        var sum: Int64 = 0
        while let file = files.nextObject() as? String {
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")
            if attributes?[.type] as? FileAttributeType == .typeRegular {
                sum += (attributes?[.size] as? NSNumber)?.int64Value ?? 0
            }
        }
        return sum
    }

    /// Empties the folder of the current encode.
    func clearScratch() throws {
        try? FileManager.default.removeItem(atPath: scratch)
        if let obstacle = Folder.create(scratch) {
            throw BenchError(
                .cannotCreate,
                attempted: "make a folder for the benchmark",
                subject: scratch,
                cause: obstacle,
                remedy: "name another folder with --jobs"
            )
        }
    }
}
