import HEVC
package import Media
package import Storage

/// Encodes one closed range of a film in one pass, with one encoder of libx265 or libx264.
///
///     let encoder = try RangeEncoder(settings, firstFrame: 0, count: 240, pass: pass, keep: storage.append)
///     while let picture = try reader.next() { try encoder.encode(picture) { try silo.add($0) } }
///     try encoder.finish { try silo.add($0) }
///
/// The caller gives pictures in presentation order. Samples are returned in decode order, with a delay; `finish`
/// returns the rest. What the encoder learns about a frame is passed to `keep` when the frame comes out. Every picture
/// comes out as a sample, or the pass fails. Not for use from several threads.
package final class RangeEncoder {
    /// Settings of the film, the same for each range.
    package let settings: EncoderSettings
    /// The pass.
    package let pass: EncodingPass
    /// Number of the first frame in the film.
    package let firstFrame: Int
    /// The parameter sets of the samples.
    package let parameterSets: ParameterSets
    /// The encoder's resolved options, as it writes them to its statistics; nil before the first record.
    package private(set) var optionsLine: String?
    /// Bits of the samples so far, without dynamic HDR metadata.
    package private(set) var bits = 0
    /// Bits of each access unit in decode order, with the parameter sets that precede an IDR picture in a byte stream,
    /// and without dynamic HDR metadata.
    package private(set) var unitBits: [Int] = []
    /// Sum over the frames, for means; nil for a pass that does not measure.
    package private(set) var quality: FrameQuality?
    /// Called with the reconstruction of each picture and its frame number, in decode order; an error that it throws
    /// ends the pass. Quality can be measured while encoding, without decoding.
    package var onReconstruction: ((borrowing ReconstructedPicture, Int) throws -> Void)?
    /// The dynamic HDR metadata of a frame of the film, which its sample gets; nil for a film without any.
    package var dynamicMetadata: ((Int) throws -> DynamicMetadata)?

    /// Number of frames; nil until the last one is known.
    private var count: Int?
    private let keep: (FrameRecord) throws -> Void
    /// The plan for the pictures; nil without temporal levels.
    private(set) var structure: LevelStructure?
    /// The SEI messages about the film.
    let metadata: StaticMetadata
    /// The parameter sets for reading the slice headers of HEVC; nil for H.264.
    let sliceContext: SliceHeader.Context?

    /// nil after the encoder was closed.
    private var encoder: (any PictureEncoder)?
    private let tail: StatisticsTail
    /// Kept so that it outlives the encoder, which renames files in it when it closes.
    private let folder: StatisticsFolder

    private var picturesIn = 0
    private var picturesOut = 0
    private var statisticsOut = 0
    /// Position of the last IDR picture in decode order.
    var periodStart = 0
    /// Times of the pictures in the encoder, by their number in the range.
    private var times: [Int: (start: MediaTime, duration: MediaTime)] = [:]
    /// Presentation times of the pictures without a sample yet, from `picturesOut` on: the decode times of samples.
    private var decodeTimes: ArraySlice<MediaTime> = []
    /// The known facts about frames before their lines of statistics appear, by their number in the range.
    private var outcomes: [Int: Outcome] = [:]

    private struct Outcome {
        /// nil in a pass that does not measure.
        var quality: FrameQuality?
        /// nil in an analysis, whose samples are discarded.
        var bits: Int?
    }

    /// Opens the encoder for a pass.
    ///
    /// - Parameters:
    ///   - firstFrame: number of the first frame; with temporal levels a multiple of the pyramid's period.
    ///   - count: number of frames, at least 1; nil if it is not known yet (`end(after:)`).
    ///   - analysis: what earlier passes learned about the range; required for a `.fed` pass.
    ///   - scratchFolder: a folder for small files on machines without shared memory.
    ///   - memoryFolder: the folder for them in shared memory.
    ///   - keep: takes what was learned about each frame, which is numbered within the range.
    package init(
        _ settings: EncoderSettings,
        firstFrame: Int,
        count: Int?,
        pass: EncodingPass,
        analysis: RangeAnalysis? = nil,
        scratchFolder: String = "/tmp",
        memoryFolder: String = "/dev/shm",
        keep: @escaping (FrameRecord) throws -> Void
    ) throws {
        func misuse(_ attempted: String, _ cause: String) -> EncodingError {
            EncodingError(.misuse, attempted: attempted, subject: "the frames from \(firstFrame) on", cause: cause)
        }
        guard firstFrame >= 0, (count ?? 1) > 0, (count ?? 1) <= Self.mostFrames else {
            throw misuse("start an encode", "\(count.map(String.init) ?? "any number of") frames is not a valid range")
        }
        structure = try LevelStructure(settings, frames: firstFrame..<firstFrame + (count ?? Self.mostFrames))
        let folder = try StatisticsFolder(in: memoryFolder, fallback: scratchFolder)
        if pass.role == .fed {
            guard let analysis else { throw misuse("start a fed pass", "there is no analysis to feed it with") }
            guard analysis.records.count == count else {
                throw misuse(
                    "start a fed pass",
                    "the analysis has \(counted(analysis.records.count, "frame")), the range has "
                        + (count.map(String.init) ?? "an unknown number")
                )
            }
            try folder.materialise(analysis, scale: pass.statisticsScale, quantizerHundredths: pass.quantizerHundredths)
        }
        let opened = try Self.open(pass, settings, count: count, statisticsPath: folder.statisticsPath)
        tail = try StatisticsTail(
            opened.form,
            statisticsPath: folder.statisticsPath,
            grids: pass.role == .fed ? nil : opened.grids
        )
        self.settings = settings
        self.pass = pass
        self.firstFrame = firstFrame
        self.count = count
        self.keep = keep
        self.folder = folder
        encoder = opened.encoder
        metadata = StaticMetadata(settings.colourMetadata)
        parameterSets = opened.parameterSets
        sliceContext = opened.sliceContext
    }

    /// More frames than any film has.
    private static let mostFrames = 1 << 30

    /// Frames of the film that the pass encodes, as far as they are known.
    package var frames: Range<Int> { firstFrame..<firstFrame + (count ?? picturesIn) }

    /// Sets the number of frames of a range that was begun without it. With temporal levels it must be known before the
    /// last mini-GOP is given, because the end of a range changes its slice types (`LevelStructure`).
    package func end(after count: Int) throws {
        guard self.count == nil, count >= picturesIn, count > 0 else {
            throw misuse("end the range after \(counted(count, "frame"))", "it has more, or its end is set")
        }
        self.count = count
        structure = try LevelStructure(settings, frames: frames)
    }

    /// Encodes a picture and returns the samples that are ready.
    ///
    /// Pictures come in presentation order without gaps, starting with the first frame of the range.
    ///
    /// - Parameter isKeyFrame: true makes the picture an IDR picture. Without temporal levels only.
    package func encode(
        _ picture: Picture,
        isKeyFrame: Bool = false,
        emit: (EncodedSample) throws -> Void
    ) throws {
        guard let encoder else { throw misuse("encode a picture", "the pass has ended") }
        let expected = firstFrame + picturesIn
        guard picture.frame == expected, picturesIn < count ?? Self.mostFrames else {
            throw misuse("encode frame \(picture.frame)", "frame \(expected) of \(frames) is next")
        }
        guard picture.size == settings.size, picture.format == settings.format else {
            throw misuse(
                "encode frame \(picture.frame)",
                "it is \(picture.size) \(picture.format.rawValue), the settings say \(settings.size) "
                    + settings.format.rawValue
            )
        }
        times[picturesIn] = (picture.presentationTime, picture.duration)
        decodeTimes.append(picture.presentationTime)
        let kind = structure?.picture(at: picturesIn).kind ?? (isKeyFrame ? .idr : nil)
        picturesIn += 1
        if let output = try encoder.encode(picture, as: kind, lend: judge) { try take(output, emit) }
        try drain()
    }

    /// Ends the pass: returns the remaining samples, and passes on the last records.
    package func finish(emit: (EncodedSample) throws -> Void) throws {
        guard encoder != nil else { throw misuse("end a pass", "it has ended") }
        guard picturesIn == count ?? picturesIn, picturesIn > 0 else {
            throw misuse("end a pass", "\(picturesIn) of \(frames.count) pictures were given to it")
        }
        while let output = try encoder?.flush(lend: judge) { try take(output, emit) }
        // Closing the encoder flushes its statistics to the files that the tail follows.
        encoder = nil
        try drain()
        guard picturesOut == picturesIn, statisticsOut == picturesIn else {
            throw EncodingError(
                .incomplete,
                attempted: "end a pass",
                subject: "frames \(frames)",
                cause: "\(picturesOut) pictures and \(statisticsOut) lines of statistics were returned"
            )
        }
    }

    private func take(_ output: EncoderOutput, _ emit: (EncodedSample) throws -> Void) throws {
        // After a forced IDR picture the encoder counts on, so that the count is that of the range.
        guard let time = times.removeValue(forKey: output.place), let decodeTime = decodeTimes.popFirst() else {
            throw EncodingError(
                .incomplete,
                attempted: "take a picture from the encoder",
                subject: "frames \(frames)",
                cause: "it returned a picture with the order count \(output.place)"
            )
        }
        let order = picturesOut
        picturesOut += 1
        if pass.measuresDistortion { measure(output) }
        if pass.role == .analysis { return }
        var unit = try sliceContext.map { try finish(output, order: order, $0) } ?? finishAVC(output)
        let byteCount = unit.bytes.count
        bits += byteCount * 8
        unitBits.append((byteCount + (unit.flags.contains(.sync) ? parameterSets.byteStreamCount : 0)) * 8)
        outcomes[output.place, default: Outcome()].bits = byteCount * 8
        try describePicture(in: &unit.bytes, frame: firstFrame + output.place)
        try emit(
            EncodedSample(
                frame: firstFrame + output.place,
                decodeTime: decodeTime,
                presentationTime: time.start,
                duration: time.duration,
                flags: unit.flags,
                temporalLevel: unit.temporalLevel,
                nalUnitType: unit.nalUnitType,
                pictureHash: output.hash,
                bytes: unit.bytes
            )
        )
    }

    private func judge(_ reconstruction: borrowing ReconstructedPicture) throws {
        try onReconstruction?(reconstruction, firstFrame + reconstruction.place)
    }

    /// Records what the encoder measured.
    private func measure(_ output: EncoderOutput) {
        let measured = FrameQuality(
            psnrY: output.psnr.y,
            psnrU: output.psnr.u,
            psnrV: output.psnr.v,
            ssim: output.ssim
        )
        outcomes[output.place] = Outcome(quality: measured)
        quality = quality.map { $0.adding(measured) } ?? measured
    }

    /// Passes on the records that are complete.
    private func drain() throws {
        var failure: (any Error)?
        try tail.drain { statistics, cutree throws(EncodingError) in
            guard failure == nil else { return }
            let outcome = outcomes.removeValue(forKey: statistics.frame)
            do {
                try keep(
                    FrameRecord(
                        statistics: statistics,
                        cutree: cutree,
                        quality: outcome?.quality,
                        compressedBits: outcome?.bits
                    )
                )
                statisticsOut += 1
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if optionsLine == nil { optionsLine = tail.options }
    }

    private func misuse(_ attempted: String, _ cause: String) -> EncodingError {
        EncodingError(.misuse, attempted: attempted, subject: "frames \(frames)", cause: cause)
    }
}
