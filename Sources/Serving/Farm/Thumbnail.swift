import Foundation
import JobDocuments
import Jobs
import Platform

/// The picture of a job: the first still of its verification.
enum Thumbnail {
    /// Findings of the verification, of which some have stills.
    static func documents(of directory: JobDirectory) -> [String] {
        guard FileStatus(path: directory.paths.verifyFolder) != nil else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.paths.verifyFolder)) ?? []
        return names.filter { $0.hasPrefix("range-") && $0.hasSuffix(".json") }.sorted()
    }

    /// The picture as a PNG file; nil if there is none.
    static func png(of directory: JobDirectory) throws -> [UInt8]? {
        for range in try (directory.plan())?.ranges ?? [] {
            guard let stills = try directory.verifyResult(firstRange: range.index)?.stills else { continue }
            if let still = stills.min(by: { $0.range < $1.range }) { return [UInt8](still.png) }
        }
        return nil
    }
}
