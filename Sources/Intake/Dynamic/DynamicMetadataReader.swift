import FFmpeg
import HEVC
package import Media

/// Reads the dynamic HDR metadata of a film's frames from the packets of its files, without decoding, or from files
/// that were given for it.
///
/// A picture without a message of HDR10+ has that of the picture before it in decoding order, as decoders treat it. An
/// RPU is never inherited. Packets belong to frames by their presentation times.
package struct DynamicMetadataReader {
    private let source: SourceDescription
    private let kept: KeptMetadata

    /// Creates a reader of a film that was probed.
    ///
    /// - Parameter kept: what is needed: packets are read only if some of it does not come from files.
    package init(_ source: SourceDescription, keeping kept: KeptMetadata = .all) {
        self.source = source
        self.kept = kept
    }

    /// Passes on the metadata of each frame once, film by film in decoding order. An error of `body` ends it.
    ///
    /// Throws `unsupported` for a film whose frames have no times of their own, and `damaged` for metadata that cannot
    /// be read.
    package func forEachFrame(_ body: (FrameMetadata) throws -> Void) throws {
        for (film, frames) in zip(source.parts, source.frameRanges) {
            let given = try GivenMetadata(film)
            if given.hasAll(of: kept) {
                for frame in 0..<frames.count { try body(given.record(frame, in: frames.lowerBound)) }
            } else {
                try PartReader(film, firstFrame: frames.lowerBound).forEachFrame { found in
                    try body(given.replacing(found, frames.lowerBound))
                }
            }
        }
    }
}

/// The metadata of files that were given for a film. Equal neighbours share their bytes.
private struct GivenMetadata {
    private var entries: [MetadataFile.Kind: [[UInt8]]] = [:]

    /// Reads the files of a film, and checks that they still are those that were described.
    init(_ film: SourceDescription) throws {
        let first = film.cut?.frames.lowerBound ?? 0
        let frames = first..<first + film.video.timeline.count
        for file in film.metadataFiles ?? [] {
            var payloads: [[UInt8]] = []
            var (number, last) = (0, [UInt8]())
            let found = try MetadataFileReader(file.kind, path: file.path).forEachEntry { payload in
                defer { number += 1 }
                guard frames.contains(number) else { return }
                if payload != last { last = payload }
                payloads.append(last)
            }
            guard found.contentHash == file.contentHash, payloads.count == frames.count else {
                throw IntakeError.changed(file.path, difference: "its bytes differ")
            }
            entries[file.kind] = payloads
        }
    }

    /// Whether all that is kept comes from files.
    func hasAll(of kept: KeptMetadata) -> Bool {
        !kept.isEmpty && (!kept.hdr10Plus || entries[.hdr10Plus] != nil)
            && (!kept.dolbyVision || entries[.dolbyVision] != nil)
    }

    /// The metadata of a frame of the film that begins at `first`, from files alone.
    func record(_ frame: Int, in first: Int) -> FrameMetadata {
        replacing(FrameMetadata(frame: first + frame, metadata: DynamicMetadata()), first)
    }

    /// A record of the packets, with what files have for its frame.
    func replacing(_ record: FrameMetadata, _ first: Int) -> FrameMetadata {
        var record = record
        if let entry = entries[.hdr10Plus]?[record.frame - first] {
            (record.metadata.hdr10Plus, record.isInherited) = (entry, false)
        }
        if let entry = entries[.dolbyVision]?[record.frame - first] { record.metadata.dolbyVision = entry }
        return record
    }
}

/// The same for one file.
private struct PartReader {
    private let film: SourceDescription
    private let firstFrame: Int
    private let demuxer: Demuxer
    private let packets: PacketMetadata
    private let clock: FilmClock
    /// Nil stands for the file's own times.
    private let stretches: [PictureStretch?]

    init(_ film: SourceDescription, firstFrame: Int) throws(IntakeError) {
        self.film = film
        self.firstFrame = firstFrame
        let index = film.video.streamIndex
        guard film.countedRate == nil, film.countsSamples != true else {
            throw Self.error(
                .unsupported,
                film,
                "its pictures have no times of their own",
                "remux it with times first, as with: ffmpeg -i FILE -c copy OUT.mp4"
            )
        }
        demuxer = try Demuxer(
            SourceFile(of: film),
            appliesEditList: film.video.stretches == nil,
            endsAtDamage: film.reading?.concealsDamage == true
        )
        guard index < demuxer.streamCount, let scale = TickScale(demuxer.stream(index).timeBase),
            scale.timescale == film.video.timeline.timescale
        else { throw IntakeError.changed(film.path, difference: "its streams differ from those that were probed") }
        guard let packets = PacketMetadata(demuxer, stream: index) else {
            throw Self.error(.unsupported, film, "its packets of \(film.video.codec) have none", "")
        }
        self.packets = packets
        clock = FilmClock(
            scale: scale,
            origin: demuxer.originTick(ofStream: index),
            cutTick: film.cut?.startTick ?? 0
        )
        stretches = film.video.stretches.map { $0.filter { !film.frames(in: $0).isEmpty } } ?? [nil]
        demuxer.keepOnly(streams: [index])
    }

    func forEachFrame(_ body: (FrameMetadata) throws -> Void) throws {
        var seen = [Bool](repeating: false, count: film.video.timeline.count)
        var missing = seen.count
        var last: Result<[UInt8]?, BitstreamError> = .success(nil)
        while missing > 0, let packet = try demuxer.next() {
            guard packet.stream == film.video.streamIndex else { continue }
            let frames = frames(of: packet)
            let found = metadata(in: demuxer.currentPacket)
            let own = found.map(\.hdr10Plus)
            let isInherited = (try? own.get()) == .some(nil)
            if !isInherited { last = own }
            // An error matters only if a frame needs what could not be read.
            guard let first = frames.first else { continue }
            let metadata: DynamicMetadata
            do throws(BitstreamError) {
                let dolbyVision = try found.get().dolbyVision
                metadata = DynamicMetadata(hdr10Plus: try last.get(), dolbyVision: dolbyVision)
            } catch {
                throw Self.error(.damaged, film, error.words, "check the file, or drop the metadata", frame: first)
            }
            for frame in frames {
                guard !seen[frame] else {
                    throw Self.error(.damaged, film, "two packets have its time", "", frame: frame)
                }
                seen[frame] = true
                missing -= 1
                try body(
                    FrameMetadata(
                        frame: firstFrame + frame,
                        metadata: metadata,
                        isInherited: isInherited && metadata.hdr10Plus != nil
                    )
                )
            }
        }
        if let frame = seen.firstIndex(of: false) {
            throw Self.error(.damaged, film, "no packet has its time", "", frame: frame)
        }
    }

    private func metadata(in packet: Packet) -> Result<DynamicMetadata, BitstreamError> {
        do throws(BitstreamError) {
            return .success(try packets.accessUnit(in: packet).metadata())
        } catch {
            return .failure(error)
        }
    }

    /// The frames that present a packet: several if an edit list repeats it.
    private func frames(of packet: PacketFacts) -> [Int] {
        guard let tick = packet.presentationTick else { return [] }
        return stretches.compactMap { stretch in
            clock.tick(ofContainer: tick, in: stretch).flatMap { film.frame(startingAt: $0, in: stretch) }
        }
    }

    private static func error(
        _ code: IntakeError.Code,
        _ film: SourceDescription,
        _ cause: String,
        _ remedy: String,
        frame: Int? = nil
    ) -> IntakeError {
        let place = frame.map { " of frame \($0) at \(IntakeError.text(film.video.timeline.time(of: $0)))" } ?? ""
        return IntakeError(
            code,
            attempted: "read the dynamic HDR metadata\(place)",
            subject: film.path,
            cause: cause,
            remedy: remedy
        )
    }
}
