import Foundation
import Media
import Storage

extension FuzzTarget {
    /// A store whose pages or records are forged, as one is that a document vouches for: it is refused in words, or
    /// read.
    ///
    /// The first byte chooses between the kinds of store; edits of five bytes follow (`ForgedStore`).
    func readStore(_ input: [UInt8]) throws(BrokenProperty) {
        guard let head = input.first, let store = head & 1 == 0 ? ForgedStore.multiPass : ForgedStore.silo else {
            return
        }
        let path = Self.path("store")
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            try Data(store.applying(input.dropFirst())).write(to: URL(filePath: path))
            let findings = try StoreInspection.check(path)
            _ = try StoreInspection.summary(path)
            try StoreInspection.dump(path) { _ = try JSONEncoder.ofDumps.encode($0) }
            if head & 1 == 1 {
                let silo = try FrameSilo.open(at: path)
                var byteCount = 0
                try silo.forEachSample { header, _ in byteCount += header.byteCount }
                try check(
                    byteCount == silo.byteCount || !findings.isEmpty,
                    "a sound silo has \(byteCount) bytes of samples, and says \(silo.byteCount)"
                )
            }
        } catch let broken as BrokenProperty {
            throw broken
        } catch is any ExplainedError {
            // Refused, in words.
        } catch {
            throw BrokenProperty(description: "a store is refused without an explanation: \(error)")
        }
    }

    /// The path of a file that is this thread's alone.
    static func path(_ name: String) -> String {
        "\(FileManager.default.temporaryDirectory.path)/granary-fuzz-\(getpid())-\(pthread_self())-\(name)"
    }
}

extension JSONEncoder {
    /// As `granary storage dump` writes.
    fileprivate static var ofDumps: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return encoder
    }
}
