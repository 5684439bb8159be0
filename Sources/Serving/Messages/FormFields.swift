import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The fields of a form, or of the query of an address (WHATWG URL, application/x-www-form-urlencoded).
struct FormFields {
    private let values: [String: String]

    /// Reads encoded fields. Of fields with the same name, the first one counts.
    init(_ text: some StringProtocol) {
        var values: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decoded(parts[0])
            if values[name] == nil { values[name] = parts.count > 1 ? Self.decoded(parts[1]) : "" }
        }
        self.values = values
    }

    /// Reads the form that a request sends.
    init(of request: Request, _ limits: ServeOptions.Limits) async throws {
        self.init(String(decoding: try await request.bytes(limits), as: UTF8.self))
    }

    /// The value of a field; nil if there is none.
    subscript(name: String) -> String? { values[name] }

    private static func decoded(_ text: some StringProtocol) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}

extension Request {
    /// The body. Throws if it is too large.
    func bytes(_ limits: ServeOptions.Limits) async throws -> [UInt8] {
        do {
            return Array(buffer: try await body.collect(upTo: limits.bodyByteCount))
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "The server takes bodies of \(limits.bodyByteCount) bytes.")
        }
    }

    /// The body as a value. Throws if it is too large, or not that value.
    func value<Value: Decodable>(_ type: Value.Type, _ limits: ServeOptions.Limits) async throws -> Value {
        let bytes = try await bytes(limits)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw Problem(.badRequest, "The body is not what is expected: \(Self.words(error))")
        }
    }

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has another type."
        default: "it is not JSON."
        }
    }
}
