package import JobDocuments
package import Jobs
package import Media
import Storage

extension JobDirectory {
    /// The picture hashes that the encoder stored with a range's samples, in presentation order.
    ///
    /// Throws if the range has no silo in that pass, or if the silo's checksum is wrong.
    package func pictureHashes(of range: PlannedRange, pass: Int) throws -> [PictureHash] {
        guard let file = try result(pass: pass, range: range.index)?.silo else {
            throw WorkError(
                .temporary,
                attempted: "verify range \(range.index)",
                subject: paths.result(pass: pass, range: range.index),
                cause: "that pass published no silo",
                remedy: "Run the job again: it makes the missing silo."
            )
        }
        let folder = paths.passFolder(pass)
        try Publication.verify(file, in: folder)
        let silo = try FrameSilo.open(at: "\(folder)/\(file.name)", expecting: nil)
        var hashes: [(frame: Int, hash: PictureHash)] = []
        try silo.forEachHeader { hashes.append(($0.frame, $0.pictureHash)) }
        return hashes.sorted { $0.frame < $1.frame }.map(\.hash)
    }
}
