import ISOMedia
import Intake
package import JobDocuments
import Jobs
package import Media
import Quality
import Storage

/// Checks a finished film alone, and against its job and a source if they are available.
package struct MovieCheck {
    private let film: FilmUnderTest
    private let path: String
    private let job: JobDirectory?
    private let source: SourceDescription?
    private let levels: LevelVerification

    /// Opens a film.
    ///
    /// - Parameters:
    ///   - path: the film.
    ///   - job: the directory of the job that made it; see `JobFolder.maker(of:)`.
    ///   - source: a probed source with the frames, times and durations that the film must have.
    ///   - levels: ranges that are decoded again for each lower temporal level.
    package init(
        path: String,
        job: JobDirectory?,
        source: SourceDescription?,
        levels: LevelVerification = .sample
    ) throws {
        film = try FilmUnderTest(path: path)
        self.path = path
        self.job = job
        self.source = source
        self.levels = levels
    }

    /// Decodes the whole film, and makes every comparison that job and source allow.
    ///
    /// - Throws: if the job's documents or the film cannot be read; faults of the film are in the verdict.
    package func verdict() throws -> MovieVerdict {
        var verdict = MovieVerdict(
            movie: path,
            byteCount: Int64(film.movie.byteCount),
            frameCount: film.samples.count,
            picturesDecoded: 0,
            picturesCompared: 0,
            job: job?.path,
            source: source?.path,
            compared: [],
            notCompared: [],
            findings: film.movie.findings
        )
        try checkFile(&verdict)
        try checkSource(&verdict)
        try checkMetadata(&verdict)
        try checkDynamicMetadata(&verdict)
        try checkBuffer(&verdict)
        try checkPictures(&verdict)
        try film.checkReading()
        return verdict
    }

    /// Compares the file with the checksum that the job recorded.
    private func checkFile(_ verdict: inout MovieVerdict) throws {
        guard let job, let record = try job.finishedFilm() else {
            verdict.notCompared.append("pictures with the encoder's: no job that made this file was found")
            return
        }
        if try job.isContent(of: record, at: path) {
            verdict.compared.append("the file with the checksum that job \(record.job) recorded")
        } else {
            verdict.findings.append("the file is not the one that job \(record.job) wrote: its SHA-256 differs")
        }
    }

    /// Compares frame count, times and durations with the given source, or with the job's record of its source. Audio
    /// packets are compared with a given source only: the job's record does not have them.
    private func checkSource(_ verdict: inout MovieVerdict) throws {
        let recorded = try job?.source()
        guard let reference = source ?? recorded else {
            verdict.notCompared.append(
                "frame count, times, durations and audio with a source: none was given (--against)"
            )
            return
        }
        let verification = FilmVerification(film)
        let audioCount = film.movie.tracks.count { $0.handler == "soun" }
        let copied = AudioChoice.copy.carriedTracks(of: reference)
        let resolved = try job?.job()
        let carried = resolved.map { $0.carriedAudio(of: reference) }
        let encoded = resolved?.encodedAudio(of: reference) ?? []
        let tracks = carried ?? (audioCount == copied.count ? copied : nil)
        verdict.findings += verification.checkTimes(reference.video.timeline)
        verdict.findings += verification.checkDurations(reference, carried: tracks, encoded: encoded)
        let origin =
            source == nil ? "with the job's record of \(reference.path)" : "with those of \(reference.path)"
        verdict.compared.append(
            "frame count, times and lengths of video"
                + "\(tracks == nil ? "" : " and \(counted(audioCount, "audio track"))") \(origin)"
        )
        guard let tracks else {
            let count = "\(copied.count) that can be copied"
            verdict.notCompared.append("audio: the film has \(counted(audioCount, "track")), the source \(count)")
            return
        }
        guard source != nil else {
            verdict.notCompared.append("audio packets with a source: none was given (--against)")
            return
        }
        let packets = try verification.checkAudio(reference, carried: tracks, encoded: encoded)
        verdict.findings += packets.findings
        verdict.soundPacketsCompared = packets.compared
        verdict.compared.append(
            "\(counted(packets.compared, "audio packet")), bit for bit, and their times and languages with those of "
                + "\(reference.path)"
        )
    }

    /// Compares colour, HDR metadata and geometry with the job's settings.
    private func checkMetadata(_ verdict: inout MovieVerdict) throws {
        guard let job, let plan = try job.plan() else { return }
        let (resolved, source) = (try job.job(), try job.source())
        let settings = resolved.encoderSettings(plan)
        let profile = resolved.colours == nil ? source.video.colourProfile : nil
        let verification = FilmVerification(film)
        verdict.findings += verification.checkMetadata(settings, profile: profile)
        verdict.findings += verification.checkMetadata(settings, of: 0..<film.samples.count)
        verdict.findings += verification.checkGeometry(FilmGeometry(resolved, source: source.video))
        verdict.compared.append(
            "colour and HDR metadata of header, parameter sets and samples, aperture, rotation and pixel aspect with "
                + "the settings of the job"
        )
    }

    /// Compares the dynamic HDR metadata of each sample with that of the source's frame. Without a job, the kinds
    /// count that its header or its first sample has.
    private func checkDynamicMetadata(_ verdict: inout MovieVerdict) throws {
        let verification = FilmVerification(film)
        let resolved = try job?.job()
        let kept = resolved?.keptMetadata ?? verification.declaredMetadata
        if let resolved {
            let record = kept.dolbyVision ? try job?.source().video.dolbyVision(ofSize: resolved.encoder.size) : nil
            verdict.findings += verification.checkDynamicHeader(kept, dolbyVision: record)
        }
        guard !kept.isEmpty else { return }
        if kept.files != nil || kept.measuresHDR10Plus {
            guard let table = try metadataTable() else {
                verdict.notCompared.append("\(kept): the job has no plan yet")
                return
            }
            verdict.findings += try verification.checkDynamicMetadata(of: 0..<film.samples.count, table)
            verdict.compared.append("\(kept) of every frame with the table of the job, byte for byte")
            return
        }
        guard let source else {
            verdict.notCompared.append("\(kept) with a source: none was given (--against)")
            return
        }
        let rewriting =
            resolved.map { MetadataRewriting($0, of: source.video) }
            ?? MetadataRewriting(keeping: kept, of: source.video, region: nil, filmSize: film.format.size)
        var (compared, kinds) = (kept, KeptMetadata.all)
        if resolved == nil, kept.hdr10Plus, !source.parts.contains(where: \.hasHDR10Plus) {
            verdict.notCompared.append("HDR10+ with \(source.path), which has none: only its job can compare it")
            (compared.hdr10Plus, kinds.hdr10Plus) = (false, false)
        }
        guard !compared.isEmpty else { return }
        verdict.findings += try verification.checkDynamicMetadata(against: source, rewriting, of: kinds)
        verdict.compared.append("\(compared) of every frame with the packets of \(source.path), byte for byte")
    }

    /// The published table of the job's dynamic metadata; nil without a job that has one.
    private func metadataTable() throws -> DynamicMetadataTable? {
        guard let job, let file = try job.plan()?.dynamicMetadata?.table else { return nil }
        let folder = job.paths.passFolder(0)
        try Publication.verify(file, in: folder)
        return try DynamicMetadataTable.open(at: file.path(in: folder))
    }

    /// Checks the decoder's buffer, with the stream's own messages and with the job's limits.
    private func checkBuffer(_ verdict: inout MovieVerdict) throws {
        let settings = try job?.job().encoder
        let wanted = settings?.declaresBuffer == true ? settings?.buffer : nil
        if film.declaresBuffer || wanted != nil {
            let faults = FilmVerification(film).checkTiming(wanted)
            verdict.findings += faults
            if faults.isEmpty {
                verdict.compared.append(
                    "buffer messages of the stream with the film's times: every access unit arrives in time"
                )
            }
        }
        guard let job, let plan = try job.plan(), let limits = settings?.buffer else { return }
        let (passage, findings) = FilmVerification(film).checkBuffer(limits, ranges: plan.ranges.map(\.frames))
        verdict.findings += findings
        let least = passage.leastBits.map { ", at least \(passage.share(of: $0)) full" } ?? ""
        verdict.compared.append(
            "sizes of the pictures with the buffer limits: \(limits)\(findings.isEmpty ? least : ", which underflows")"
        )
    }

    private func checkPictures(_ verdict: inout MovieVerdict) throws {
        let verification = FilmVerification(film)
        let distance = try source.map { source in
            SourceDistance(source, conversions: try conversions(of: source), colour: film.format.colour)
        }
        let parts = try hashedRanges(&verdict) ?? [(0..<film.samples.count, nil)]
        var levelPictures = 0
        for (index, (frames, hashes)) in parts.enumerated() {
            let result = verification.checkPictures(frames, hashes: hashes) { frame, picture in
                verdict.picturesDecoded += 1
                try distance?.add(picture, frame: frame)
            }
            verdict.findings += result.findings
            if hashes != nil { verdict.picturesCompared += result.compared }
            verdict.findings += verification.checkHierarchy(frames)
            if let hashes, levels.isDue(range: index, filmSeconds: film.presentedSeconds) {
                let below = verification.checkLevels(frames, hashes: hashes)
                verdict.findings += below.findings
                levelPictures += below.compared
            }
        }
        verdict.compared.insert("\(verdict.picturesDecoded) pictures decode with \(film.decoderName)", at: 0)
        if verdict.picturesCompared > 0 {
            verdict.compared.append("\(verdict.picturesCompared) pictures with the hashes of the encoder's pictures")
        }
        if film.levelCount > 1 {
            verdict.compared.append("\(film.levelCount) temporal levels in slice headers and sample groups")
            let text = "pictures of the levels below the highest with the same hashes"
            if levelPictures > 0 { verdict.compared.append("\(levelPictures) \(text)") }
        }
        guard let distance else { return }
        if let obstacle = distance.obstacle { verdict.notCompared.append("pictures with the source: \(obstacle)") }
        if let mean = distance.mean {
            verdict.distance = mean
            verdict.compared.append(
                "\(counted(distance.count, "picture")) with the source: PSNR \(mean.psnr.rounded(toDecimals: 2)) dB, "
                    + "SSIM \(mean.ssim.rounded(toDecimals: 5)) of luma on average"
            )
        }
    }

    /// The conversions of a job from a source to the pictures of its film, one for each film of the source; nil without
    /// a job, and if its tables of colours are not published yet.
    private func conversions(of source: SourceDescription) throws -> [PictureConversion]? {
        guard let job else { return nil }
        let resolved = try job.job()
        guard resolved.colours != nil else { return try source.conversions(for: resolved, tables: []) }
        guard let colours = try job.plan()?.colours, colours.count == resolved.colours?.count else { return nil }
        let folder = job.paths.passFolder(0)
        let tables = try colours.map {
            try Publication.verify($0.table, in: folder)
            return try FilmColourTables.read($0.table, in: folder)
        }
        return try source.conversions(for: resolved, tables: tables)
    }

    /// The job's ranges with their picture hashes; nil without a job, or if they do not fit the film.
    private func hashedRanges(_ verdict: inout MovieVerdict) throws -> [(Range<Int>, [PictureHash]?)]? {
        guard let job, let plan = try job.plan(), let selection = try job.selection() else { return nil }
        guard plan.ranges.count == selection.passes.count, plan.ranges.last?.frames.upperBound == film.samples.count
        else {
            verdict.notCompared.append("pictures with the encoder's: the film has a different number of frames")
            return nil
        }
        do {
            return try zip(plan.ranges, selection.passes).map { range, pass in
                (range.frames, try job.pictureHashes(of: range, pass: pass))
            }
        } catch {
            verdict.notCompared.append("pictures with the encoder's: \(error)")
            return nil
        }
    }
}

extension Double {
    /// The number rounded to `count` decimals.
    fileprivate func rounded(toDecimals count: Int) -> Double {
        let scale = (0..<count).reduce(1.0) { power, _ in power * 10 }
        return (self * scale).rounded() / scale
    }
}

extension SourceDescription {
    /// Whether its packets have HDR10+.
    fileprivate var hasHDR10Plus: Bool { video.dynamicMetadata?.hasHDR10Plus == true }
}
