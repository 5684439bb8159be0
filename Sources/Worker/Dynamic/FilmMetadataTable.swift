import HEVC
import Intake
import JobDocuments
import Jobs
import Media
import Storage

/// The table of the dynamic HDR metadata that a job keeps: made by the scout's conclusion, and read by every later
/// stage.
struct FilmMetadataTable {
    private let site: WorkSite
    private let kept: KeptMetadata
    private let rewriting: MetadataRewriting

    /// Prepares the table of a job; nil for one that keeps nothing.
    init?(_ site: WorkSite) {
        guard let kept = site.job.dynamicMetadata else { return nil }
        self.site = site
        self.kept = kept
        rewriting = MetadataRewriting(site.job, of: site.source.video)
    }

    /// Reads the metadata of the film from the packets of its source, or makes it, and publishes it.
    ///
    /// Throws if a frame has no RPU, or one that needs others, and if the metadata alone takes the rate of the film.
    ///
    /// - Parameter findings: what the scout measured, if it is known already.
    func publish(_ findings: ScoutFindings? = nil) throws -> FilmMetadata {
        let scratch = try ScratchFolder()
        do {
            return try publish(try WantedMetadata(site, findings), in: scratch.path)
        } catch {
            throw scratch.explained(error, attempted: "store the dynamic HDR metadata")
        }
    }

    /// Opens the published table. One that is missing or damaged is made again; it has the same bytes.
    func open(_ plan: Plan) throws -> DynamicMetadataTable {
        let file = try site.published(plan.dynamicMetadata, site.directory.paths.plan).table
        do {
            try Publication.verify(file, in: folder)
        } catch  where [.missing, .wrongSize, .wrongChecksum].contains(error.code) {
            guard try publish().table == file else { throw error }
        }
        return try DynamicMetadataTable.open(at: file.path(in: folder), expecting: identity)
    }

    private var folder: String { site.directory.paths.passFolder(0) }

    private var identity: StoreIdentity {
        let timeline = site.source.video.timeline
        return StoreIdentity(
            jobHash: site.job.id,
            sourceHash: site.source.identity.contentHash,
            granaryBuild: site.job.builds.granary,
            encoderBuild: site.job.builds.encoder,
            readerBuild: site.job.builds.reader,
            range: 0,
            pass: 0,
            frames: 0..<timeline.count,
            timeRange: timeline.timeRange
        )
    }

    private func publish(_ wanted: WantedMetadata, in scratch: String) throws -> FilmMetadata {
        let table = try DynamicMetadataTable.create(at: scratch + "/metadata", identity: identity)
        var film = FilmMetadata(table: PublishedFile(name: "", sha256: "", byteCount: 0))
        var brightness = BrightnessCourse(frameCount: identity.frames.count)
        var last: (metadata: DynamicMetadata, brightness: PictureBrightness?) = (DynamicMetadata(), nil)
        var thousands = 0
        try wanted.forEachFrame { found in
            var record = found
            try check(found)
            record.metadata = try rewriting.written(for: found.metadata)
            if record.metadata.hdr10Plus == nil { record.isInherited = false }
            try table.add(record)
            // Neighbouring frames often have the same.
            if record.metadata != last.metadata { last = (record.metadata, record.metadata.brightness) }
            if let light = last.brightness { brightness.add(light, frame: record.frame) }
            let bits = record.metadata.insertedByteCount * 8
            film.bits += bits
            film.largestBits = max(film.largestBits, bits)
            if record.metadata.hdr10Plus != nil { film.hdr10PlusCount += 1 }
            if record.isInherited { film.inheritedCount += 1 }
            if record.metadata.dolbyVision != nil { film.dolbyVisionCount += 1 }
            // A long file is read for a while: the coordinator hears that the unit is at work.
            if table.frameCount / 1000 > thousands {
                thousands = table.frameCount / 1000
                site.say(.progress(range: 0, frames: 0, bits: 0))
            }
        }
        if kept.hdr10Plus, film.hdr10PlusCount == 0 { throw refusal("this part of the film has no HDR10+") }
        try checkRate(film)
        if brightness.stretches.contains(where: { $0 != nil }) { film.brightness = brightness }
        film.table = try Publication.publish(table, stem: "dynamic", in: folder)
        return film
    }

    /// Throws if a frame lacks an RPU, or has one that cannot be carried.
    private func check(_ record: FrameMetadata) throws {
        guard kept.dolbyVision else { return }
        let time = site.source.video.timeline.time(of: record.frame)
        let place = "frame \(record.frame) at \(Quantity.words(time.seconds)) s"
        guard let payload = record.metadata.dolbyVision else { throw refusal("\(place) has no RPU") }
        let header = try DolbyVisionUnit(payload: payload).header
        if let dependence = header.dependences.first {
            throw refusal("the RPU of \(place) needs an earlier one: \(dependence.words)")
        }
    }

    /// Throws if the encoder is left without bits.
    private func checkRate(_ film: FilmMetadata) throws {
        let seconds = site.source.video.timeline.timeRange.duration.seconds
        let rate = Double(film.bits) / max(seconds, 1e-9)
        let words = "the dynamic metadata alone takes \(Int((rate / 1000).rounded(.up))) kbit/s"
        if case .average(let goal) = site.job.rate, rate >= Double(goal) {
            throw refusal("\(words), and the average rate is \(goal / 1000) kbit/s")
        }
        var settings = site.job.encoder
        settings.metadataBitsPerPicture = film.largestBits
        if let buffer = settings.buffer, settings.encoderBuffer == nil {
            throw refusal("\(words), more than the buffer permits (\(buffer))")
        }
    }

    private func refusal(_ cause: String) -> WorkError {
        WorkError(
            .badInput,
            attempted: "keep the film's dynamic HDR metadata (\(kept))",
            subject: site.source.path,
            cause: cause,
            remedy: "Write dynamicMetadata: drop in the manifest, or raise the rate if that is too low."
        )
    }
}
