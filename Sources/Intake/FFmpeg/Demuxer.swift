import FFmpeg
import Media

/// One open film: its container, the input that guards it, and the packet read last.
///
/// One thread at a time uses it. The packet that it lends is valid until the next call.
final class Demuxer {
    /// The file that it reads; it reads no other file.
    let file: SourceFile
    /// Colour and light metadata of each stream from the container alone, before a decoder adds any.
    let containerMetadata: [ColourMetadata]
    /// The packet that `next()` read last.
    let currentPacket = Packet()
    private let input: SourceInput
    private let container: Container
    private var counts: [Int: Int] = [:]
    private let endsAtDamage: Bool

    /// Opens a file and finds its streams.
    ///
    /// - Parameters:
    ///   - file: The open file: several demuxers may share it.
    ///   - appliesEditList: if false, all media of an MP4 is returned on its own media time, priming included.
    ///   - endsAtDamage: if true, damage in the container ends it; if false, it is an error.
    /// - Throws: if the file is not a film, refers to other files, or changes while it is read.
    init(_ file: SourceFile, appliesEditList: Bool = true, endsAtDamage: Bool = false) throws(IntakeError) {
        self.endsAtDamage = endsAtDamage
        self.file = file
        let input = SourceInput(file)
        self.input = input
        let buffer = ContainerInput(input)
        let name = "file:" + file.path
        if let format = buffer.probedFormat(name: name) {
            input.isBareStream = try FilmFormat.isBareStream(format, of: file.path)
        }
        if let fault = input.fault { throw fault }
        do throws(OpenFailure) {
            container = try Container(
                buffer,
                name: name,
                options: appliesEditList ? Self.options : Self.optionsForMedia
            )
        } catch {
            throw input.fault ?? IntakeError.notAMovie(file.path, code: error.code, complaint: error.complaint)
        }
        containerMetadata = (0..<container.streamCount).map { [container] in container.stream($0).colourMetadata }
        let found = container.findStreams()
        if let fault = input.fault { throw fault }
        input.notePacket(isEmpty: false)
        guard !found.isFailure else {
            throw IntakeError.notAMovie(path, code: found, complaint: container.takeComplaint())
        }
    }

    /// A film must not make this process open any other file. No protocol has this name; an empty list might mean all
    /// of them.
    private static let options: KeyValuePairs<String, String> = [
        "protocol_whitelist": "none", "format_whitelist": FilmFormat.allowed, "enable_drefs": "0",
        "use_absolute_path": "0",
    ]

    /// The same, for media without its edit list.
    private static let optionsForMedia: KeyValuePairs<String, String> = [
        "protocol_whitelist": "none", "format_whitelist": FilmFormat.allowed, "enable_drefs": "0",
        "use_absolute_path": "0", "ignore_editlist": "1",
    ]

    /// Path of the file.
    var path: String { file.path }

    /// Name of the container format, as in `mov,mp4,m4a,3gp,3g2,mj2`.
    var formatName: String { container.formatName }

    /// True for the MP4 and QuickTime family.
    var isISOMedia: Bool { formatName.split(separator: ",").contains("mp4") }

    /// True for Matroska and WebM.
    var isMatroska: Bool { formatName.split(separator: ",").contains("matroska") }

    /// Whether the container has no times but counts samples of equal length: AVI.
    var countsSamples: Bool { formatName == "avi" }

    /// Number of streams.
    var streamCount: Int { container.streamCount }

    /// A stream of the container, 0 up to `streamCount`.
    func stream(_ index: Int) -> ContainerStream { container.stream(index) }

    /// The video streams in file order, without cover pictures.
    var videoStreams: [Int] {
        (0..<streamCount).filter { index in
            let stream = stream(index)
            return stream.kind == .video && !stream.isAttachedPicture && !stream.isThumbnails
        }
    }

    /// The video stream to encode if none is chosen: the first one that is enabled (`tkhd`, or Matroska's default
    /// flag). In containers without such a flag, the one that FFmpeg chooses.
    var firstEnabledVideoStream: Int? {
        let streams = videoStreams
        if let enabled = streams.first(where: { stream($0).isDefault }) { return enabled }
        let best = container.bestVideoStream
        return streams.contains(best) ? best : streams.first
    }

    /// Number of chapters.
    var chapterCount: Int { container.chapterCount }

    /// A chapter, 0 up to `chapterCount`.
    func chapter(_ index: Int) -> ContainerChapter { container.chapter(index) }

    /// The tags of the whole file.
    var tags: [MetadataItem] { container.tags }

    /// The start of the film's clock in ticks of a stream.
    ///
    /// Transport and program streams count from any origin, so their clock starts at the earliest start of any stream.
    /// All other containers count from the start of the presentation.
    func originTick(ofStream index: Int) -> Int64 {
        guard container.hasAnyClock, let start = container.startTime else { return 0 }
        return stream(index).ticks(ofMicroseconds: start)
    }

    /// Keeps only these streams. The bytes of the others are not read if the container allows it.
    func keepOnly(streams: Set<Int>) {
        for index in 0..<streamCount { stream(index).keep(streams.contains(index)) }
    }

    /// Samples of a stream that the container's header lists; 0 if it has no such list.
    func announcedSampleCount(ofStream index: Int) -> Int { stream(index).announcedSampleCount }

    /// Undamaged packets of a stream that were read so far.
    func samplesRead(ofStream index: Int) -> Int { counts[index] ?? 0 }

    /// Reads the next packet of any kept stream; nil at the end of the file.
    func next() throws(IntakeError) -> PacketFacts? {
        let code = container.read(into: currentPacket)
        // libavformat reports many read failures as the end of the file or of a packet.
        if let fault = input.fault {
            if endsAtDamage, fault.code == .damaged { return nil }
            throw fault
        }
        if !code.isFailure {
            let facts = PacketFacts(currentPacket)
            input.notePacket(isEmpty: facts.byteCount == 0)
            if !facts.isCorrupt { counts[facts.stream, default: 0] += 1 }
            return facts
        }
        try file.requireSteady()
        if code.isEnd || endsAtDamage { return nil }
        throw IntakeError.brokenContainer(path, cause: takeComplaint() ?? code.words)
    }

    /// The demuxer's first log message since the last call, or nil.
    func takeComplaint() -> String? { container.takeComplaint() }

    /// Seeks so that the next packets start at a key frame at or before a tick of the stream; false if the container
    /// cannot seek.
    func seek(stream: Int, notAfter tick: Int64) -> Bool {
        !container.seek(stream: stream, notAfter: tick).isFailure
    }
}
