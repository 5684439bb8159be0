package import Foundation
package import Jobs
import Platform
import Storage

/// One JSON document of a job: reads it with all its checks, and writes it durably.
///
/// It has no opinion on which documents count: the ledger of leases decides that.
package struct DocumentFile {
    /// Path of the document.
    package let path: String

    /// Creates a value for a document, which need not exist.
    package init(_ path: String) { self.path = path }

    private struct Header: Decodable { var version: Int }

    /// Reads the document; nil if there is none, or none that counts.
    ///
    /// - Parameters:
    ///   - version: the version of the layout that it must have; nil for a layout without versions.
    ///   - refusal: returns why a document with these bytes does not count; nil if it does.
    package func read<Document: CheckedDocument>(
        _ type: Document.Type,
        version: Int?,
        refusal: (String, Data) throws(FarmError) -> String? = { _, _ in nil }
    ) throws(FarmError) -> Document? {
        guard let status = try JobFiles.status(of: path) else { return nil }
        guard status.byteCount <= JobFiles.maximumDocumentByteCount else {
            throw unreadable("it is too large: \(status.byteCount) bytes")
        }
        guard !status.isFolder else { throw unreadable("it is a folder") }
        guard let data = try JobFiles.bytes(of: path) else { return nil }
        if try refusal(path, data) != nil { return nil }
        return try document(type, version: version, in: data)
    }

    /// The document in these bytes, with all checks.
    package func document<Document: CheckedDocument>(
        _ type: Document.Type,
        version: Int?,
        in data: Data
    ) throws(FarmError) -> Document {
        do {
            if let version {
                let found = try JSONDecoder().decode(Header.self, from: data).version
                guard found == version else {
                    throw unreadable(
                        "its layout is version \(found), but this build reads version \(version)",
                        "Continue with the Granary that wrote it, or restart the job with --restart."
                    )
                }
            }
            let document = try JSONDecoder().decode(type, from: data)
            if let flaw = document.flaw { throw unreadable(flaw) }
            return document
        } catch let error as FarmError {
            throw error
        } catch let error as DecodingError {
            // A layout that got a new key without a new version looks like damage, and is more common.
            throw unreadable(
                "\(error.place): it is damaged, or another build of Granary wrote it",
                "Restore it, continue with the Granary that wrote it, or restart the job with --restart."
            )
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    /// Writes the document in place of an earlier one.
    package func replace(_ document: some Encodable) throws {
        let place = try place()
        try Publication.replaceDocument(try Self.bytes(of: document), as: place.name, in: place.folder)
    }

    /// Writes the document; false if there already is one, which then counts.
    package func publish(_ document: some Encodable) throws -> Bool {
        let place = try place()
        return try Publication.publishDocument(try Self.bytes(of: document), as: place.name, in: place.folder)
    }

    /// The error for a document that cannot be used.
    package func unreadable(_ cause: String, _ remedy: String? = nil) -> FarmError {
        FarmError(
            .unreadableDocument,
            attempted: "read a document of the job",
            subject: path,
            cause: cause,
            remedy: remedy ?? "Restore it, or restart the job with --restart."
        )
    }

    /// Folder and file name. Creates the folder.
    private func place() throws -> (folder: String, name: String) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        try JobFiles.createFolder(folder)
        return (folder, url.lastPathComponent)
    }

    private static func bytes(of document: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .throw
        return [UInt8](try encoder.encode(document)) + [0x0A]
    }
}

extension DecodingError {
    /// Where decoding failed in the document, and why.
    fileprivate var place: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        guard let context else { return localizedDescription }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        // The decoder's message for it is a sentence with a full stop.
        if case .dataCorrupted = self, path.isEmpty { return "it is not JSON" }
        if case .keyNotFound(let key, _) = self {
            return "\(path.isEmpty ? "it" : path) has no \(key.stringValue)"
        }
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
