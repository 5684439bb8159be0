import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Reporting

/// Answers of the kinds that the server gives.
enum Answer {
    /// A document of JSON.
    static func json(_ value: some Encodable, _ status: HTTPResponse.Status = .ok) throws -> Response {
        bytes(try encoded(value), "application/json", status)
    }

    /// Bytes of a media type.
    static func bytes(_ bytes: [UInt8], _ type: String, _ status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// A text.
    static func text(_ text: String, _ type: String = "text/plain; charset=utf-8") -> Response {
        bytes(Array(text.utf8), type)
    }

    /// A page.
    static func page(_ page: PageFrame, _ status: HTTPResponse.Status = .ok) -> Response {
        bytes(page.document, "text/html; charset=utf-8", status)
    }

    /// Another page of this server, which is read with GET.
    static func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
    }

    /// The problem document.
    static func problem(_ problem: Problem) -> Response {
        var response = bytes(problem.document, "application/problem+json", problem.status)
        for (name, value) in problem.headers { response.headers.set(name, value) }
        return response
    }

    /// A value as JSON, with sorted keys.
    static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }
}

extension HTTPFields {
    /// Sets a field of any name.
    mutating func set(_ name: String, _ value: String) {
        guard let name = HTTPField.Name(name) else { return }
        self[name] = value
    }

    /// The value of a field of any name.
    func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
}
