import Foundation
import Media
import Platform
import Storage

/// Where a benchmark keeps what it makes: clips, runs, and the encode that it is at.
///
///     FOLDER/coordinator.lock            held by the run
///     FOLDER/clips/NAME-HASH.mov         made by recipes
///     FOLDER/runs/ID/run.json            what the run is; done.json once it is over
///     FOLDER/runs/ID/points/NAME.json    a point that is measured
///     FOLDER/runs/ID/frames/NAME.json    the values of its frames
///     FOLDER/runs/ID/encodes/NAME.hevc   the encode, until the report is written
///     FOLDER/scratch/                    the encode that is made now
package struct BenchPlace: Hashable, Sendable {
    /// Absolute path of the folder.
    package let path: String

    /// Refers to a folder, there or not.
    package init(path: String) { self.path = path }

    /// Folder of made clips.
    var clips: String { path + "/clips" }
    /// Folder of all runs.
    var runs: String { path + "/runs" }
    /// Folder of the encode that is made now.
    var scratch: String { path + "/scratch" }

    /// Folder of a run.
    package func run(_ id: String) -> String { "\(runs)/\(id)" }

    /// Ids of the runs that have a folder, oldest first.
    var runIDs: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: runs)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Bytes of all files below a folder; what cannot be looked at counts nothing.
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

    /// Removes what an earlier run left of an encode.
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
