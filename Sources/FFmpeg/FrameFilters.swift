import CFFmpeg

/// Converts audio to planar floating point, and to another sample rate and other speakers if requested: the owner of an
/// SwrContext.
@safe package final class Resampler {
    private let converter: OpaquePointer
    /// Channels of the frames, and of the result.
    private let channelCounts: (from: Int, to: Int)
    private let sampleRate: Int
    private let format: Int32

    /// Creates a converter for frames like this one; nil if libswresample cannot convert them.
    ///
    /// - Parameters:
    ///   - own: the speakers of the frames, in the order of their channels, whatever the frames call them.
    ///   - mask: the speakers of the result. Channels keep their order if both are the same.
    package init?(like frame: Frame, own: UInt64, sampleRate: Int, mask: UInt64) {
        // Safe: the converter is owned by this object alone and freed in deinit.
        guard let made = unsafe granary_sound_converter(frame.raw, own, CInt(sampleRate), mask) else { return nil }
        unsafe converter = made
        channelCounts = (frame.channelCount, mask.nonzeroBitCount)
        self.sampleRate = frame.sampleRate
        format = frame.format
    }

    deinit {
        var converter: OpaquePointer? = unsafe converter
        unsafe swr_free(&converter)
    }

    /// Whether a frame has the same format as the first one.
    package func takes(_ frame: Frame) -> Bool {
        frame.sampleRate == sampleRate && frame.format == format && frame.channelCount == channelCounts.from
    }

    /// The samples of a frame by channel. Without a frame: the samples that are left at the end.
    ///
    /// Precondition: it takes the frame.
    package func convert(_ frame: Frame?) -> [[Float]] {
        precondition(frame.map { takes($0) } ?? true, "a frame has the format of the first one")
        let incoming = frame?.sampleCount ?? 0
        let room = Int(unsafe swr_get_out_samples(converter, CInt(incoming)))
        guard room > 0 else { return Array(repeating: [], count: channelCounts.to) }
        let channelCount = channelCounts.to
        var samples = [Float](repeating: 0, count: room * channelCount)
        // Safe: each plane has room for `room` samples, and no more of the frame's own planes is read than they have.
        let made = unsafe samples.withUnsafeMutableBytes { bytes in
            var planes: [UnsafeMutablePointer<UInt8>?] = unsafe (0..<channelCount).map { channel in
                unsafe bytes.baseAddress?.advanced(by: channel * room * 4).assumingMemoryBound(to: UInt8.self)
            }
            return unsafe planes.withUnsafeMutableBufferPointer { planes in
                unsafe granary_convert_sound(converter, planes.baseAddress, CInt(room), frame?.raw)
            }
        }
        let count = max(0, Int(made))
        return (0..<channelCount).map { Array(samples[$0 * room..<$0 * room + count]) }
    }
}

/// Filters of libavfilter, one after the other on one thread: the owner of an AVFilterGraph.
///
/// Pictures go in with their numbers. Those that come out have numbers of the filters' own, whose unit the filters say.
@safe package final class FilterGraph {
    private let graph: UnsafeMutablePointer<AVFilterGraph>
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>
    private let library: FilterLibrary

    /// Builds the graph for pictures like this one.
    ///
    /// - Parameters:
    ///   - chain: in libavfilter's form, as in `bwdif=mode=send_frame:deint=all,deband`.
    /// - Throws: the library's code if it has no such filter, or a filter cannot take the pictures.
    package init(_ library: FilterLibrary, like frame: Frame, chain: String) throws(LibraryCode) {
        var graph: UnsafeMutablePointer<AVFilterGraph>?
        var (source, sink): (UnsafeMutablePointer<AVFilterContext>?, UnsafeMutablePointer<AVFilterContext>?)
        var functions = library.functions
        // Safe: the three are written by the call; the graph owns the other two, and this object the graph alone.
        let code = unsafe granary_open_filters(&functions, &graph, &source, &sink, frame.raw, chain)
        guard code >= 0, let graph = unsafe graph, let source = unsafe source, let sink = unsafe sink else {
            unsafe functions.graph_free(&graph)
            throw LibraryCode(code)
        }
        self.library = library
        unsafe (self.graph, self.source, self.sink) = unsafe (graph, source, sink)
    }

    deinit {
        var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
        unsafe library.functions.graph_free(&graph)
    }

    /// Gives it a picture, which it shares, or, with nil, the end.
    package func send(_ frame: Frame?, number: Int = 0) -> LibraryCode {
        var functions = library.functions
        return LibraryCode(unsafe granary_write_filter(&functions, source, frame?.raw, Int64(number)))
    }

    /// Takes a picture that is ready; its number is its presentation tick.
    package func receive(into frame: Frame) -> LibraryCode {
        unsafe av_frame_unref(frame.raw)
        return LibraryCode(unsafe library.functions.read(sink, frame.raw))
    }
}

/// libavfilter, which is loaded on first use: before a process is confined.
@safe package final class FilterLibrary: Sendable {
    let functions: granary_filters

    /// The library; nil if it is not installed.
    package static let shared = FilterLibrary()

    private init?() {
        var functions = granary_filters()
        guard unsafe granary_load_filters(&functions) != 0 else { return nil }
        self.functions = functions
    }
}
