import CFFmpeg

/// One filter of libavfilter, on one thread: the owner of an AVFilterGraph.
///
/// Pictures go in with their numbers. Those that come out have numbers of the filter's own, whose unit the filter says.
@safe package final class FilterGraph {
    private let graph: UnsafeMutablePointer<AVFilterGraph>
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>
    private let library: FilterLibrary

    /// Builds the graph for pictures like this one.
    ///
    /// - Parameters:
    ///   - name: of the filter, as in `bwdif`.
    ///   - options: in libavfilter's form, as in `mode=send_frame:deint=all`.
    /// - Throws: the library's words if it has no such filter, or the filter cannot take the pictures.
    package init(_ library: FilterLibrary, like frame: Frame, name: String, options: String) throws(LibraryCode) {
        var graph: UnsafeMutablePointer<AVFilterGraph>?
        var (source, sink): (UnsafeMutablePointer<AVFilterContext>?, UnsafeMutablePointer<AVFilterContext>?)
        var functions = library.functions
        // Safe: the three are written by the call; the graph owns the other two, and this object the graph alone.
        let code = unsafe granary_open_filter(&functions, &graph, &source, &sink, frame.raw, name, options)
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

    /// Its version, as in `8.44.100`.
    package var version: String {
        let number = functions.version()
        return "\(number >> 16).\(number >> 8 & 255).\(number & 255)"
    }
}
