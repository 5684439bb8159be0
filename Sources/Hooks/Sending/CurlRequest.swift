import Checksums
import Foundation

/// One call of a webhook, as the configuration that curl reads on its standard input: so neither address nor message
/// are in the arguments of a process, which other users see.
struct CurlRequest {
    let url: String
    let headers: [String]
    let body: String
    let timeLimitSeconds: Int

    /// Arguments of curl. The first one makes it ignore the user's configuration.
    static let arguments = ["--disable", "--config", "-"]

    /// The request of a message.
    ///
    /// - Parameters:
    ///   - key: the key of the signature.
    ///   - now: seconds since 1970, which are signed with the message so that nobody can send it again later.
    init(_ delivery: HookDelivery, to url: String, key: [UInt8], timeLimitSeconds: Int, now: Int) {
        self.url = url
        self.timeLimitSeconds = timeLimitSeconds
        body = delivery.body
        let signature = HMACSHA256.of(Array("\(now).\(delivery.body)".utf8), key: key)
        headers = [
            "Content-Type: application/json", "User-Agent: granary", "X-Granary-Signature: t=\(now),v1=\(signature)",
            "X-Granary-Delivery: \(delivery.id)", "X-Granary-Event: \(delivery.event)",
            "X-Granary-Attempt: \(delivery.attempts + 1)", "Expect:",
        ]
    }

    /// The configuration. It follows no redirects, and prints the status of the answer.
    var configuration: String {
        let lines =
            [("url", url), ("proto", "=http,https"), ("request", "POST"), ("data-binary", body)]
            + headers.map { ("header", $0) }
            + [
                ("max-time", "\(timeLimitSeconds)"), ("connect-timeout", "\(min(timeLimitSeconds, 10))"),
                ("output", "/dev/null"), ("write-out", "%{http_code}"),
            ]
        return lines.map { "\($0.0) = \(Self.quoted($0.1))\n" }.joined() + "silent\nshow-error\ngloboff\n"
    }

    /// A value in quotes, as the manual of curl's option `config` describes it.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": quoted += "\\\\"
            case "\"": quoted += "\\\""
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Whether the receiver accepted the message; its answer, if not.
    static func check(_ output: String) throws(HookFailure) {
        guard let status = Int(output.suffix(3)), status != 0 else { throw HookFailure("there was no answer") }
        if (200..<300).contains(status) { return }
        let remark = (300..<400).contains(status) ? ", a redirect, which is not followed" : ""
        throw HookFailure("the receiver answered \(status)\(remark)")
    }
}
