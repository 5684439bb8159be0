package import Media

/// The film's silo: the published silos of all ranges, in range order, read as one.
///
/// One silo is open at a time, so memory and descriptors stay limited whatever the number of ranges.
package struct SiloOverlay: Hashable, Sendable {
    /// The silo of one range.
    package struct Layer: Hashable, Sendable {
        /// Folder of the file.
        package let folder: String
        /// The file as its result document describes it.
        package let file: PublishedFile
        /// The required identity of the silo; nil accepts any.
        package let identity: StoreIdentity?

        /// Creates a layer.
        package init(folder: String, file: PublishedFile, identity: StoreIdentity? = nil) {
            self.folder = folder
            self.file = file
            self.identity = identity
        }

        /// The path of the file.
        package var path: String { file.path(in: folder) }
    }

    /// The silos in range order.
    package let layers: [Layer]

    /// Creates an overlay of silos in range order. Call `verify` before reading anything from it.
    package init(_ layers: [Layer]) { self.layers = layers }

    /// Reads all files and compares them with their SHA-256; `progress` is called for each verified layer.
    package func verify(progress: (Layer) throws -> Void = { _ in }) throws {
        for layer in layers {
            try Publication.verify(layer.file, in: layer.folder)
            try progress(layer)
        }
    }

    /// The parameter sets that all silos share; nil if there is no silo.
    ///
    /// Throws if a silo has none, or if they differ from those of the first one.
    package func parameterSets() throws -> ParameterSets? {
        var common: ParameterSets?
        for layer in layers {
            guard let sets = try open(layer).parameterSets() else {
                throw refusal(.damaged, layer, "it has no parameter sets")
            }
            guard common == nil || common == sets else {
                throw refusal(.mismatchedIdentity, layer, "its parameter sets differ from those of the first range")
            }
            common = sets
        }
        return common
    }

    /// Passes on the headers of the samples whose decode time is in a range, or of all if it is nil, in decode order.
    package func forEachHeader(in range: TimeRange? = nil, _ body: (SampleHeader) throws -> Void) throws {
        var last: MediaTime?
        for layer in layers {
            try open(layer).forEachHeader(in: range) { header in
                try advance(&last, to: header, in: layer)
                try body(header)
            }
        }
    }

    /// Lends the samples whose decode time is in a range, or all of them if it is nil, in decode order.
    ///
    /// The bytes are valid only during the call, and were checked against their checksum.
    package func forEachSample(
        in range: TimeRange? = nil,
        _ body: (SampleHeader, RawSpan) throws -> Void
    ) throws {
        var last: MediaTime?
        for layer in layers {
            try open(layer).forEachSample(in: range) { header, bytes in
                try advance(&last, to: header, in: layer)
                try body(header, bytes)
            }
        }
    }

    private func open(_ layer: Layer) throws -> FrameSilo {
        try FrameSilo.open(at: layer.path, expecting: layer.identity)
    }

    private func advance(_ last: inout MediaTime?, to header: SampleHeader, in layer: Layer) throws(StorageError) {
        if let last, header.decodeTime <= last {
            throw refusal(.outOfOrder, layer, "frame \(header.frame) is decoded no later than the frame before it")
        }
        last = header.decodeTime
    }

    private func refusal(_ code: StorageError.Code, _ layer: Layer, _ cause: String) -> StorageError {
        StorageError(code, attempted: "read the film's silo", subject: layer.path, cause: cause)
    }
}
