public import Foundation
import Media
import Storage

/// The compressed samples of a film in decode order: one file. The counterpart of VTFrameSilo.
///
/// Before each pass but the first one, `setTimeRangesForNextPass` deletes the samples that the pass replaces. Time
/// ranges are half-open ranges of decode time. Not for use from several threads.
public final class FrameSilo {
    /// How the file is created and removed.
    public typealias Options = MultiPassStorage.Options

    /// The file.
    public let url: URL
    private let file: SessionFile
    private var silo: Storage.FrameSilo?

    /// Creates or opens a silo.
    ///
    /// - Parameters:
    ///   - url: a file on a local file system; nil for a temporary one, which is always removed.
    ///   - timeRange: the decode times of all samples. For those of a `CompressionSession` it is the time of the film.
    ///   - identifier: a name of the film and its settings. A silo of another one is refused.
    ///   - options: whether the file is kept. By default it is removed with the silo.
    /// - Throws: `mismatch` for a silo of another film, `inUse` if another process has it open, `damaged`,
    ///   `networkFileSystem` or `system`.
    public init(url: URL? = nil, timeRange: TimeRange, identifier: String = "", options: Options = []) throws {
        file = SessionFile(url, suffix: "silo", isKept: options.contains(.doNotDelete))
        self.url = file.url
        let identity = StoreIdentity(
            jobHash: "",
            sourceHash: identifier,
            granaryBuild: "",
            encoderBuild: "",
            readerBuild: "",
            range: 0,
            pass: 1,
            frames: 0..<(1 << 30),
            timeRange: timeRange.wrapped
        )
        let path = file.url.path
        silo = try translating { try Storage.FrameSilo.update(at: path, identity: identity) }
        file.wasCreated = true
    }

    // A silo that is kept keeps its samples, too, although nobody learns of an error here: `close` throws it.
    deinit { try? silo?.close() }

    /// Number of samples.
    public var sampleCount: Int { silo?.sampleCount ?? 0 }
    /// Bytes of all samples.
    public var byteCount: Int { silo?.byteCount ?? 0 }
    /// How much of the time that the current pass fills has samples, 0 to 1.
    public var progressOfCurrentPass: Double { silo?.progressOfCurrentPass ?? 0 }

    /// Adds a sample, in decode order.
    ///
    /// - Parameter sample: its bytes are copied.
    /// - Throws: `wrongSample` if its decode time is outside the time ranges of the pass, or not after that of the
    ///   previous sample; `misuse` for a closed silo, or if its timescale is not that of the silo's other samples;
    ///   `diskFull` or `system`.
    public func add(_ sample: EncodedSample) throws {
        let silo = try open()
        try translating { try silo.add(sample.wrapped) }
    }

    /// Sets the decode times that the next pass fills, and deletes the samples in them.
    ///
    /// - Parameter ranges: half-open ranges of decode time. Without ranges, nothing more can be added.
    /// - Throws: `invalidTimeRanges`, and changes nothing, unless the ranges ascend, are not empty, do not overlap and
    ///   lie within the silo; `misuse` for a closed silo; `diskFull` or `system`.
    public func setTimeRangesForNextPass(_ ranges: [TimeRange]) throws {
        let silo = try open()
        try translating { try silo.setTimeRangesForNextPass(ranges.map(\.wrapped)) }
    }

    /// Passes on the samples whose decode time is in a range, or all of them, in decode order.
    ///
    /// The silo cannot be added to meanwhile.
    ///
    /// - Parameters:
    ///   - range: half-open, of decode time; nil for all samples.
    ///   - body: takes each sample, with a copy of its bytes. An error that it throws ends the iteration.
    /// - Throws: `damaged` for a record that cannot be read, `misuse` for a closed silo, `system`, and what `body`
    ///   throws.
    public func forEachSample(in range: TimeRange? = nil, _ body: (EncodedSample) throws -> Void) throws {
        let silo = try open()
        try translating {
            try silo.forEachSample(in: range?.wrapped) { header, bytes in
                // Safe: the bytes are copied while they are lent.
                let copy = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
                try body(EncodedSample(header.sample(copy)))
            }
        }
    }

    /// Passes on the headers of all samples in decode order, without their bytes.
    func forEachHeader(_ body: (SampleHeader) throws -> Void) throws {
        let silo = try open()
        try translating { try silo.forEachHeader(in: nil, body) }
    }

    /// Writes what is still in memory to the file. The silo stays open.
    ///
    /// - Throws: `misuse` for a closed silo, `diskFull` or `system`.
    public func flush() throws {
        let silo = try open()
        try translating { try silo.close() }
    }

    /// Closes the file, and removes it unless it is to be kept. Closing twice does nothing.
    ///
    /// - Throws: `diskFull` or `system` if samples in memory cannot be written. The silo then stays open.
    public func close() throws {
        if let silo { try translating { try silo.close() } }
        silo = nil
        file.close()
    }

    private func open() throws(GranaryError) -> Storage.FrameSilo {
        if let silo { return silo }
        throw GranaryError(.misuse, attempted: "use a frame silo", subject: url.path, cause: "it is closed")
    }
}
