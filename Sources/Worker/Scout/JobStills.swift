import Foundation
import Intake
import JobDocuments
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
    ///
    /// - Parameter colours: the published tables that convert colours; nil if none do.
    func make(_ found: ScoutFindings, _ colours: [FilmColours]?) -> [StillFinding] {
        (site.job.stills ?? []).map { wanted in
            do {
                let folder = site.directory.paths.passFolder(0)
                let tables = try (colours ?? []).map { try FilmColourTables.read($0.table, in: folder) }
                let choice = try make(wanted, found, tables)
                return StillFinding(path: wanted.path, frame: choice.frame, reason: choice.reason)
            } catch let error as any ExplainedError {
                return StillFinding(path: wanted.path, frame: nil, reason: error.cause)
            } catch {
                return StillFinding(path: wanted.path, frame: nil, reason: "\(error)")
            }
        }
    }

    private func make(
        _ wanted: WantedStill,
        _ found: ScoutFindings,
        _ tables: [ColourTable]
    ) throws -> StillChoice {
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
        let choice = try choice(request.moment)
        request.moment = .chosen(choice)
        let still = try still(request, of: choice.frame, tables).make()
        try place(still.bytes, at: wanted.path)
        return choice
    }

    /// The frame of a moment of the whole film.
    private func choice(_ moment: StillRequest.Moment) throws -> StillChoice {
        switch moment {
        case .chosen(let choice): return choice
        case .time(let time):
            if let frame = site.source.video.timeline.frame(shownAt: time) {
                return StillChoice(frame: frame, reason: "shown at \(time.seconds) seconds")
            }
        default: break
        }
        throw stillFailure(.usage, site.source.path, "it has no such frame")
    }

    /// The still of a frame, which shows what the film shows of it: cropped, and of films that differ in the frame and
    /// the colours of the film.
    private func still(_ request: StillRequest, of frame: Int, _ tables: [ColourTable]) throws -> FilmStill {
        let (source, job) = (site.source, site.job)
        let software = "Granary \(BuildIdentity.granaryVersion)"
        guard source.films != nil, job.isPlaced == true || job.colours != nil else {
            var request = request
            let place = source.frameRanges.firstIndex { $0.contains(frame) } ?? 0
            if case .chosen(let choice) = request.moment {
                let own = choice.frame - source.frameRanges[place].lowerBound
                request.moment = .chosen(StillChoice(frame: own, reason: choice.reason))
            }
            return try FilmStill(source.parts[place], request, region: job.part?.region, software: software)
        }
        let turn = job.isPlaced == true ? .none : PictureTurn(displayMatrix: source.video.displayMatrix) ?? .none
        return FilmStill(
            source,
            request,
            StillColours(
                source,
                composed: job.encoder.colourMetadata,
                format: job.encoder.format,
                keepsProfile: job.colours == nil
            ),
            StillGeometry(composed: job.shownSize ?? job.encoder.size, turn, request),
            software: software
        ) { size in
            try source.conversions(for: job, to: size, tables: tables)
        }
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
