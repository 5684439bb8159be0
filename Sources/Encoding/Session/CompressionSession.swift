import HEVC
package import Media
package import Storage

/// Encodes one range of a film in passes: the interface of Video Toolbox's multi-pass session over libx265.
///
///     let session = try CompressionSession(settings, timeline: timeline, frames: 0..<240, storage: storage)
///     try session.beginPass(pass)
///     while let picture = try reader.next() { try session.encode(picture) { try silo.add($0) } }
///     let verdict = try session.endPass { try silo.add($0) }
///
/// The caller gives pictures in presentation order. Samples are returned in decode order, with a delay; `endPass`
/// returns the rest. The session writes what the encoder learns about each frame to the storage when the frame comes
/// out. Every picture comes out as a sample, or the pass fails. Not for use from several threads.
package final class CompressionSession {
    /// Settings of the film, the same for each range.
    package let settings: EncoderSettings
    /// Frames of the film that the session encodes.
    package let frames: Range<Int>
    /// VPS, SPS and PPS of the current pass; nil before the first one.
    package private(set) var parameterSets: ParameterSets?
    /// x265's resolved options of the current pass, as it writes them to its statistics.
    package private(set) var optionsLine: String?
    /// Bits of the samples of the current pass.
    package private(set) var bits = 0
    /// Bits of each access unit of the current pass in decode order, with the parameter sets that precede an IDR
    /// picture in a byte stream.
    package private(set) var unitBits: [Int] = []
    /// Sum over the frames of the current pass, for means; nil for a pass that does not measure.
    package private(set) var quality: FrameQuality?
    /// Called with the reconstruction of each picture and its frame number, in decode order; an error that it throws
    /// ends the pass. Quality can be measured while encoding, without decoding.
    package var onReconstruction: ((borrowing ReconstructedPicture, Int) throws -> Void)?

    /// The time ranges that the next pass encodes: first the whole range, then what `endPass` requested.
    package private(set) var timeRanges: [TimeRange]

    private let timeline: FrameTimeline
    private let storage: MultiPassStorage
    private let analysis: MultiPassStorage?
    private let statistics: MultiPassStorage?
    private let scratchFolder: String
    private let memoryFolder: String
    /// The plan for the pictures; nil without temporal levels.
    private let structure: LevelStructure?
    /// The SEI messages about the film.
    let metadata: StaticMetadata

    private var running: RunningPass?
    /// The statistics that a fed pass plans with, from when they are read until the pass starts.
    private var plan: StoredAnalysis?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - timeline: times of all frames of the film.
    ///   - frames: the range, at least one frame; with temporal levels it begins at a multiple of the pyramid's period.
    ///   - storage: receives what this session learns; open for writing and empty.
    ///   - analysis: the storage of an earlier pass over the same range; required for `.fed` passes.
    ///   - statistics: a later pass over the same range whose statistics replace those of `analysis`; cutree always
    ///     comes from `analysis`.
    ///   - scratchFolder: a folder for small files on machines without shared memory.
    ///   - memoryFolder: the folder for them in shared memory.
    package init(
        _ settings: EncoderSettings,
        timeline: FrameTimeline,
        frames: Range<Int>,
        storage: MultiPassStorage,
        analysis: MultiPassStorage? = nil,
        statistics: MultiPassStorage? = nil,
        scratchFolder: String = "/tmp",
        memoryFolder: String = "/dev/shm"
    ) throws(EncodingError) {
        guard !frames.isEmpty, frames.lowerBound >= 0, frames.upperBound <= timeline.count else {
            throw EncodingError(
                .misuse,
                attempted: "start an encode",
                subject: "frames \(frames)",
                cause: "the film has frames 0 to \(timeline.count - 1)"
            )
        }
        structure = try LevelStructure(settings, frames: frames)
        self.settings = settings
        metadata = StaticMetadata(settings)
        self.timeline = timeline
        self.frames = frames
        self.storage = storage
        self.analysis = analysis
        self.statistics = statistics
        self.scratchFolder = scratchFolder
        self.memoryFolder = memoryFolder
        timeRanges = [timeline.timeRange(of: frames)]
    }

    /// The statistics that a fed pass plans with; where samples were written, with their bits. The caller chooses the
    /// rate from them. They are read once; `beginPass` does not read them again.
    package func plannedStatistics() throws -> (frames: [FrameStatistics], optionsLine: String) {
        guard let analysis else { throw misuse("plan a fed pass", "the session was created without an analysis") }
        let stored = try stored(analysis)
        return (stored.records.map(\.writtenStatistics), stored.optionsLine)
    }

    private func stored(_ analysis: MultiPassStorage) throws -> StoredAnalysis {
        if let plan { return plan }
        let read = try StoredAnalysis(
            statistics ?? analysis,
            cutree: statistics == nil ? nil : analysis,
            frames: frames.count,
            settings: settings,
            structure: structure
        )
        plan = read
        return read
    }

    /// Opens the encoder for a pass; afterwards `parameterSets` has the parameter sets that it will write.
    package func beginPass(_ pass: EncodingPass) throws {
        guard running == nil else { throw misuse("start a pass", "the previous pass has not ended") }
        let folder = try StatisticsFolder(in: memoryFolder, fallback: scratchFolder)
        if pass.role == .fed {
            guard let analysis else { throw misuse("start a fed pass", "the session was created without an analysis") }
            try folder.materialise(try stored(analysis), scale: pass.statisticsScale)
            // Cutree records are most of the data, and are no longer needed.
            plan = nil
        }
        let encoder = try X265Encoder(
            try parameters(pass, statisticsPath: folder.statisticsPath),
            size: settings.size,
            format: settings.format
        )
        let header = try encoder.headers()
        // Safe: the array's bytes are initialised and lent for the call.
        let written = unsafe try ParameterSets(header: header.span.bytes)
        let sets = try pass.role == .analysis ? written : declaringBuffer(declaringColour(written))
        let context = try SliceHeader.Context(sets)
        if pass.role != .analysis { try proveSignal(context.sequence) }
        parameterSets = sets
        let writesCutree = encoder.resolved.usesCutree && pass.role != .fed
        let tail = try StatisticsTail(
            statisticsPath: folder.statisticsPath,
            grids: writesCutree ? cutreeGrids(of: encoder) : nil
        )
        bits = 0
        unitBits = []
        quality = nil
        optionsLine = nil
        running = RunningPass(
            pass: pass,
            folder: folder,
            encoder: encoder,
            tail: tail,
            sliceContext: context
        )
    }

    /// Encodes a picture and returns the samples that are ready.
    ///
    /// Pictures come in presentation order without gaps, starting with the first frame of the range.
    package func encode(_ picture: Picture, emit: (EncodedSample) throws -> Void) throws {
        guard let running else { throw misuse("encode a picture", "no pass has started") }
        let expected = frames.lowerBound + running.picturesIn
        guard picture.frame == expected, expected < frames.upperBound else {
            throw misuse("encode frame \(picture.frame)", "frame \(expected) of \(frames) is next")
        }
        guard picture.size == settings.size, picture.format == settings.format else {
            throw misuse(
                "encode frame \(picture.frame)",
                "it is \(picture.size) \(picture.format.rawValue), the settings say \(settings.size) "
                    + settings.format.rawValue
            )
        }
        running.picturesIn += 1
        let kind = structure?.picture(at: picture.frame - frames.lowerBound).kind
        if let output = try running.encoder?.encode(picture, as: kind, lend: judge) {
            try take(output, of: running, emit)
        }
        try drain(running)
    }

    /// Ends the pass: returns the remaining samples, stores the last statistics, and compares the result with the
    /// target of the pass.
    package func endPass(emit: (EncodedSample) throws -> Void) throws -> PassVerdict {
        guard let running else { throw misuse("end a pass", "no pass has started") }
        guard running.picturesIn == frames.count else {
            throw misuse("end a pass", "\(running.picturesIn) of \(frames.count) pictures were given to it")
        }
        while let output = try running.encoder?.flush(lend: judge) { try take(output, of: running, emit) }
        // Closing the encoder flushes its statistics to the files that the tail follows.
        running.encoder = nil
        try drain(running)
        self.running = nil
        guard running.picturesOut == frames.count, running.statisticsOut == frames.count else {
            throw EncodingError(
                .incomplete,
                attempted: "end a pass",
                subject: "frames \(frames)",
                cause: "\(running.picturesOut) pictures and \(running.statisticsOut) lines of statistics were returned"
            )
        }
        let verdict = verdict(of: running.pass)
        if case .furtherPasses(let ranges) = verdict { timeRanges = ranges }
        return verdict
    }

    /// Missed bits: the first criterion for another pass.
    private func verdict(of pass: EncodingPass) -> PassVerdict {
        guard let target = pass.targetBits, pass.role != .analysis else { return .finished }
        let miss = Double(bits - target).magnitude / Double(max(target, 1))
        return miss > pass.tolerance ? .furtherPasses([timeline.timeRange(of: frames)]) : .finished
    }

    private func take(
        _ output: X265Encoder.Output,
        of running: RunningPass,
        _ emit: (EncodedSample) throws -> Void
    ) throws {
        guard output.poc >= 0, output.poc < frames.count else {
            throw EncodingError(
                .incomplete,
                attempted: "take a picture from the encoder",
                subject: "frames \(frames)",
                cause: "it returned a picture with the order count \(output.poc)"
            )
        }
        let order = running.picturesOut
        running.picturesOut += 1
        if running.pass.measuresDistortion { measure(output, of: running) }
        if running.pass.role == .analysis { return }
        // Safe: the array's bytes are initialised and lent for the calls.
        var bytes = unsafe try NALUnitFraming.strippingParameterSets(fromSample: output.bytes.span.bytes)
        let planned = structure?.picture(at: output.poc)
        if let planned { try place(&bytes, of: output, as: planned) }
        try describeBuffer(in: &bytes, order: order, poc: output.poc, of: running)
        try describeFilm(in: &bytes, of: output)
        let unit = unsafe try AccessUnit(sample: bytes.span.bytes, context: running.sliceContext)
        bits += bytes.count * 8
        unitBits.append((bytes.count + (unit.isIDR ? parameterSets?.byteStreamCount ?? 0 : 0)) * 8)
        running.outcomes[output.poc, default: RunningPass.Outcome()].bits = bytes.count * 8
        let frame = frames.lowerBound + output.poc
        try emit(
            EncodedSample(
                frame: frame,
                decodeTime: timeline.time(of: frames.lowerBound + order),
                presentationTime: timeline.time(of: frame),
                duration: timeline.duration(of: frame),
                flags: flags(of: unit),
                temporalLevel: unit.temporalID,
                nalUnitType: unit.nalUnitType.rawValue,
                pictureHash: output.hash,
                bytes: bytes
            )
        )
    }

    private func judge(_ reconstruction: borrowing ReconstructedPicture) throws {
        try onReconstruction?(reconstruction, frames.lowerBound + reconstruction.place)
    }

    /// Records what the encoder measured.
    private func measure(_ output: X265Encoder.Output, of running: RunningPass) {
        let measured = FrameQuality(
            psnrY: output.psnr.y,
            psnrU: output.psnr.u,
            psnrV: output.psnr.v,
            ssim: output.ssim
        )
        running.outcomes[output.poc] = RunningPass.Outcome(quality: measured)
        quality = quality.map { $0.adding(measured) } ?? measured
    }

    /// The guarantees for readers. A picture to which its own level does not refer is disposable only on the highest
    /// level: pictures of higher levels may refer to it.
    private func flags(of unit: AccessUnit) -> SampleFlags {
        var flags: SampleFlags = []
        if unit.isIDR { flags.insert(.sync) }
        if unit.isIntra == true { flags.insert(.intra) }
        let isOnHighestLevel = Int(unit.temporalID) == settings.temporalLevels - 1
        if unit.isSubLayerNonReference, isOnHighestLevel { flags.insert(.disposable) }
        return flags
    }

    /// Sets the level of a picture in the pyramid. The encoder's own level was checked: the pyramid depends on it.
    private func place(_ bytes: inout [UInt8], of output: X265Encoder.Output, as planned: PlannedPicture) throws {
        // Safe: the array's bytes are initialised and lent for the call.
        let coded = unsafe try AccessUnit(sample: bytes.span.bytes)
        guard Int(coded.temporalID) == planned.codedLevel, coded.isIDR == (planned.kind == .idr) else {
            throw EncodingError(
                .brokenHierarchy,
                attempted: "put frame \(frames.lowerBound + output.poc) on temporal level \(planned.level)",
                subject: "\(settings.temporalLevels) temporal levels, \(X265Library.buildName)",
                cause:
                    "libx265 made it a picture of type \(coded.nalUnitType.rawValue) on level \(coded.temporalID), "
                    + "but level \(planned.codedLevel) was requested"
            )
        }
        try NALUnitFraming.setTemporalID(UInt8(planned.level), ofSample: &bytes)
    }

    private func drain(_ running: RunningPass) throws {
        try running.drain { statistics, cutree in
            let outcome = running.outcomes.removeValue(forKey: statistics.frame)
            try storage.append(
                FrameRecord(
                    statistics: statistics,
                    cutree: cutree,
                    quality: outcome?.quality,
                    compressedBits: outcome?.bits
                )
            )
        }
        if optionsLine == nil, let options = running.options {
            optionsLine = options
            try storage.setEncoderOptions(options)
        }
    }

    /// The grid of the cutree records that an encoder writes, and that of the records that the final preset reads.
    private func cutreeGrids(of encoder: X265Encoder) -> (written: CutreeGrid, kept: CutreeGrid) {
        func grid(_ minimumBlock: Int) -> CutreeGrid {
            CutreeGrid(
                settings.size,
                minimumBlock: minimumBlock,
                quantizationGroupSize: encoder.resolved.quantizationGroupSize
            )
        }
        return (grid(encoder.resolved.minimumBlock), grid(X265Options.minimumBlock(settings)))
    }

    private func parameters(_ pass: EncodingPass, statisticsPath: String) throws(EncodingError) -> X265Parameters {
        let depth = settings.format.bitDepth
        var final = try X265Parameters(depth: depth, speed: settings.speed, tune: settings.tune)
        let levels = X265Options.levels(settings, mostLevels: X265Library.maximumTemporalLevels)
        for option in X265Options.common(settings) + levels { try final.set(option) }
        final.widenLookahead(toAtLeast: X265Options.lookahead(settings))
        final.describeInput(size: settings.size, rate: settings.frameRate, frames: frames.count)
        guard pass.role == .analysis else {
            for option in X265Options.pass(pass, settings, statisticsPath: statisticsPath) {
                try final.set(option)
            }
            return final
        }
        var cheap = try X265Parameters(depth: depth, speed: "ultrafast", tune: "none")
        for option in X265Options.common(settings, withUserOptions: false) + levels { try cheap.set(option) }
        cheap.describeInput(size: settings.size, rate: settings.frameRate, frames: frames.count)
        cheap.copyLookahead(from: final)
        cheap.code(settings.analysisDetail(at: pass.rate, measuringDistortion: pass.measuresDistortion), for: final)
        for option in X265Options.pass(pass, settings, statisticsPath: statisticsPath) { try cheap.set(option) }
        if pass.usesWideVectors { try cheap.useWideVectors() }
        return cheap
    }

    private func misuse(_ attempted: String, _ cause: String) -> EncodingError {
        EncodingError(.misuse, attempted: attempted, subject: "frames \(frames)", cause: cause)
    }
}
