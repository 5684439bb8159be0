import Checksums
import Foundation
import Intake
import JobDocuments
import Jobs
import Media
import Storage

/// The table that converts the colours of a job's film: made by the scout's conclusion, and read by every encode.
struct FilmColourTable {
    private let site: WorkSite
    private let terms: ColourConversion.Terms

    /// Prepares the table of a job; nil for one whose film has the colours of its source.
    init?(_ site: WorkSite) {
        guard let terms = site.job.colours else { return nil }
        (self.site, self.terms) = (site, terms)
    }

    /// Makes the table and publishes it.
    func publish(_ findings: ScoutFindings) throws -> FilmColours {
        try publish(ColourConversion(terms, peak: peak(findings)))
    }

    /// Reads the published table. One that is missing or damaged is made again.
    func open(_ plan: Plan) throws -> ColourTable {
        let colours = try site.published(plan.colours, site.directory.paths.plan)
        do {
            try Publication.verify(colours.table, in: folder)
        } catch  where [.missing, .wrongSize, .wrongChecksum].contains(error.code) {
            guard try publish(ColourConversion(terms, peak: colours.peak)).table == colours.table else { throw error }
        }
        return try Self.read(colours.table, in: folder)
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

    /// The brightest level of the film that is more than single pixels; that of the transfer function where it does not
    /// matter.
    private func peak(_ findings: ScoutFindings) -> Double {
        guard terms.dependsOnPeak else { return TransferFunction(code: terms.source.transfer)?.peak ?? 0 }
        return Double(findings.distributions.compactMap(\.levels.last).max() ?? 0) / 10
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
