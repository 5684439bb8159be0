import Foundation
import Jobs
import Media
import Platform
import Storage

/// Makes the stills that a job wants, when the scout has measured all frames. Only the frames of the stills are decoded
/// again, each after one seek. A still that cannot be made is a finding: it never keeps the film from being made.
struct JobStills {
    private let site: WorkSite

    init(_ site: WorkSite) { self.site = site }

    /// Makes the stills, and says what became of each.
    func make(_ found: ScoutFindings) -> [StillFinding] {
        (site.job.stills ?? []).map { wanted in
            do {
                let choice = try make(wanted, found)
                return StillFinding(path: wanted.path, frame: choice.frame, reason: choice.reason)
            } catch let error as any ExplainedError {
                return StillFinding(path: wanted.path, frame: nil, reason: error.cause)
            } catch {
                return StillFinding(path: wanted.path, frame: nil, reason: "\(error)")
            }
        }
    }

    private func make(_ wanted: WantedStill, _ found: ScoutFindings) throws -> StillChoice {
        var request = StillRequest()
        if let time = wanted.time {
            request.moment = .time(time)
        } else {
            let frames = BestFrame.measurements(found.activities, sharpness: found.sharpness)
            guard let choice = BestFrame.choice(of: frames, cuts: found.cuts) else {
                throw stillFailure(.badInput, site.source.path, "it has no frame")
            }
            request.moment = .chosen(choice)
        }
        request.box = wanted.box
        request.amount = .quality(wanted.quality)
        request.isToneMapped = !site.job.encoder.colour.isHDR
        let software = "Granary \(BuildIdentity.granaryVersion)"
        let still = try FilmStill(site.source, request, software: software).make()
        try place(still.bytes, at: wanted.path)
        guard let choice = still.choice else { throw stillFailure(.bug, site.source.path, "it has no frame") }
        return choice
    }

    /// Writes the file. One with the same bytes is that of another copy of this unit, or of the job before it was
    /// restarted; another one stays.
    private func place(_ bytes: [UInt8], at path: String) throws {
        let target = URL(filePath: path)
        let folder = target.deletingLastPathComponent().path
        if FileManager.default.fileExists(atPath: path) {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            if size == bytes.count, try [UInt8](Data(contentsOf: target)) == bytes { return }
            throw stillFailure(.cannotCreate, path, "the file exists with other content, and is kept")
        }
        if let obstacle = Folder.create(folder) { throw stillFailure(.cannotCreate, folder, obstacle) }
        try Publication.replaceDocument(bytes, as: target.lastPathComponent, in: folder)
    }
}
