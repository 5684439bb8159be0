import Checksums
import Foundation
import Intake
import JobDocuments
import Jobs
import Media
import Storage

/// The tables that convert the colours of a job's films: made by the scout's conclusion, and read by every encode.
/// There is one for each set of colours that the films have.
struct FilmColourTables {
    private let site: WorkSite
    private let terms: [ColourConversion.Terms]

    /// Prepares the tables of a job; nil for one whose film has the colours of its source.
    init?(_ site: WorkSite) {
        guard let terms = site.job.colours else { return nil }
        (self.site, self.terms) = (site, terms)
    }

    /// Makes the tables and publishes them.
    func publish(_ findings: ScoutFindings) throws -> [FilmColours] {
        try terms.enumerated().map { try publish(ColourConversion($1, peak: peak($0, findings))) }
    }

    /// Reads the published tables. One that is missing or damaged is made again.
    func open(_ plan: Plan) throws -> [ColourTable] {
        let colours = try site.published(plan.colours, site.directory.paths.plan)
        return try zip(terms, colours).map { try open($0, $1) }
    }

    private func open(_ terms: ColourConversion.Terms, _ colours: FilmColours) throws -> ColourTable {
        do {
            try Publication.verify(colours.table, in: folder)
        } catch  where [.missing, .wrongSize, .wrongChecksum].contains(error.code) {
            guard try publish(ColourConversion(terms, peak: colours.peak)).table == colours.table else { throw error }
        }
        return try Self.read(colours.table, in: folder)
    }

    /// The tables before anything is known of the light of the films; nil if they depend on it.
    var beforeScout: [ColourTable]? {
        guard !terms.contains(where: \.dependsOnPeak) else { return nil }
        return terms.map { ColourTable(ColourConversion($0, peak: Self.peak(of: $0))) }
    }

    /// Reads a table whose file was verified.
    static func read(_ file: PublishedFile, in folder: String) throws -> ColourTable {
        let path = file.path(in: folder)
        guard let table = ColourTable(bytes: [UInt8](try Data(contentsOf: URL(filePath: path)))) else {
            throw WorkError(
                .badInput,
                attempted: "convert the colours of the film",
                subject: path,
                cause: "it is no table of colours",
                remedy: "Use --restart to start again."
            )
        }
        return table
    }

    private var folder: String { site.directory.paths.passFolder(0) }

    /// The brightest level, over all films of these colours, that is more than single pixels; that of the transfer
    /// function where it does not matter.
    private func peak(_ number: Int, _ findings: ScoutFindings) -> Double {
        guard terms[number].dependsOnPeak else { return Self.peak(of: terms[number]) }
        let levels = zip(site.source.parts, site.source.frameRanges).flatMap { film, frames in
            site.job.terms(for: film) == number ? findings.distributions[frames].compactMap(\.levels.last) : []
        }
        return Double(levels.max() ?? 0) / 10
    }

    private static func peak(of terms: ColourConversion.Terms) -> Double {
        TransferFunction(code: terms.source.transfer)?.peak ?? 0
    }

    private func publish(_ conversion: ColourConversion) throws -> FilmColours {
        let bytes = ColourTable(conversion).bytes
        // Safe: all bytes of an array of integers are initialised, and the call does not keep them.
        let hash = String(unsafe SHA256Digest.of(bytes.span.bytes))
        let file = PublishedFile(name: "colours-\(hash.prefix(16)).table", sha256: hash, byteCount: bytes.count)
        // Another worker may have published the same bytes.
        try Publication.replaceDocument(bytes, as: file.name, in: folder)
        return FilmColours(table: file, peak: conversion.peak)
    }
}
