import Foundation
import JobDocuments
import Media
import TestSupport
import Testing

@testable import Serving

@Suite("Checks of every request", .temporaryFolder, .doesNotHang)
struct GuardTests {
    private static let secret = "0123456789abcdef0123456789abcdef"

    private func token(mode: Int = 0o600, _ text: String = secret + "\n") throws -> String {
        let file = TemporaryFolder.current.appending(path: "token-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }

    @Test("texts are compared as wholes")
    func comparison() {
        #expect(KeyedDigest.isSame("a", "a", key: [1]) && !KeyedDigest.isSame("a", "b", key: [1]))
        #expect(!KeyedDigest.isSame("a", "ab", key: [1]) && !KeyedDigest.isSame("", "a", key: [1]))
    }

    @Test("an address has so many requests at once, and then so many a second")
    func rates() {
        let limit = RateLimit(perSecond: 2, atOnce: 3)
        let start = ContinuousClock.now
        #expect((0..<5).map { _ in limit.allows("a", at: start) } == [true, true, true, false, false])
        #expect(limit.allows("b", at: start))
        #expect((0..<3).map { _ in limit.allows("a", at: start + .seconds(1)) } == [true, true, false])
        #expect((0..<4).map { _ in limit.allows("a", at: start + .seconds(99)) } == [true, true, true, false])
    }

    @Test("other machines are served with a token only, and a token that others can read is refused")
    func listening() throws {
        for host in ["0.0.0.0", "192.0.2.1", "::", "example.org", "127.0.0.1.example.org"] {
            let options = ServeOptions(host: host, jobFolders: [], program: "")
            #expect(throws: ServeError.self, "\(host)") { try JobServer(options) }
        }
        for host in ["127.0.0.1", "127.0.0.2", "::1", "localhost"] {
            _ = try JobServer(ServeOptions(host: host, jobFolders: [], program: ""))
        }
        _ = try JobServer(ServeOptions(host: "0.0.0.0", jobFolders: [], token: AccessToken(file: token()), program: ""))
        for mode in [0o644, 0o640, 0o604] {
            let path = try token(mode: mode)
            let error = #expect(throws: ServeError.self) { try AccessToken(file: path) }
            #expect(error?.explanation.contains("chmod 600") == true)
        }
        for path in [
            try token(mode: 0o600, "short"), try token(mode: 0o600, Self.secret + " x"), "/nonexistent", "/tmp",
        ] {
            #expect(throws: ServeError.self, "\(path)") { try AccessToken(file: path) }
        }
    }

    @Test("a session is one of its token, and ends")
    func sessions() {
        let (own, other) = (AccessToken(Self.secret), AccessToken("another" + Self.secret))
        let session = own.session(at: 1000)
        #expect(own.isSession(session, at: 1001) && own.isSession(session, at: 1000 + 12 * 3600 - 1))
        #expect(!own.isSession(session, at: 1000 + 12 * 3600) && !other.isSession(session, at: 1001))
        let longer = "99999999999." + (session.split(separator: ".").last ?? "")
        for text in [longer, "", ".", "1", session + ".", "-1." + session] { #expect(!own.isSession(text, at: 1001)) }
    }

    @Test("without the token nothing is read or changed, but a browser may sign in")
    func tokens() async throws {
        let farm = try ServedFarm()
        let token = try AccessToken(file: token())
        try await farm.serve({ $0.token = token }) { port in
            for path in ["/", "/api/v1/jobs", "/metrics", "/api/v1/events", "/api/v1/jobs?token=\(Self.secret)"] {
                let reply = try await Wire.ask(port, "GET", path)
                #expect(reply.status == 401 && reply.headers["www-authenticate"] == "Bearer", "\(path)")
            }
            #expect(try await Wire.ask(port, "GET", "/healthz").status == 200)
            for (word, status) in [
                ("Bearer \(Self.secret)", 200), ("bearer \(Self.secret)", 200), ("Bearer x", 401),
                ("Basic \(Self.secret)", 401),
            ] {
                #expect(
                    try await Wire.ask(port, "GET", "/api/v1/jobs", ["Authorization": word]).status == status,
                    "\(word)"
                )
            }
            // A person.
            let page = try await Wire.ask(port, "GET", "/queues/1", ["Accept": "text/html"])
            #expect(page.status == 401 && page.body.contains(#"name="next" value="/queues/1""#))
            let origin = ["Origin": "http://127.0.0.1:\(port)", "Content-Type": "application/x-www-form-urlencoded"]
            let wrong = try await Wire.ask(port, "POST", "/sign-in", origin, body: "token=wrong&next=/")
            #expect(wrong.status == 403 && wrong.headers["set-cookie"] == nil)
            let right = try await Wire.ask(
                port,
                "POST",
                "/sign-in",
                origin,
                body: "token=\(Self.secret)&next=//evil.example"
            )
            #expect(right.status == 303 && right.headers["location"] == "/")
            let cookie = try #require(right.headers["set-cookie"])
            #expect(cookie.contains("HttpOnly; SameSite=Strict") && !cookie.contains(Self.secret))
            let session = String(cookie.prefix { $0 != ";" })
            #expect(try await Wire.ask(port, "GET", "/", ["Cookie": "a=b; \(session)"]).status == 200)
            #expect(try await Wire.ask(port, "GET", "/", ["Cookie": session + "0"]).status == 401)
        }
    }

    @Test("pages of other servers change nothing, and names that lead here by a trick are refused")
    func origins() async throws {
        let farm = try ServedFarm()
        try await farm.serve({ $0.hostNames = ["films.example"] }) { port in
            let own = "http://127.0.0.1:\(port)"
            let form = "application/x-www-form-urlencoded"
            let pausing = #"{"isPaused": true}"#
            let cases: [([String: String], Int)] = [
                ([:], 200), (["Origin": own], 200), (["Origin": own, "Sec-Fetch-Site": "same-origin"], 200),
                (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403),
                (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site", "Origin": own], 403),
                (["Content-Type": "text/plain"], 415), (["Content-Type": "multipart/form-data"], 415),
                (["Content-Type": form], 403), (["Host": "evil.example:\(port)"], 421),
                (["Host": "localhost:\(port)"], 200),
                (["Host": "FILMS.example"], 200), (["Host": "[::1]:\(port)"], 200), (["Host": ""], 421),
            ]
            for (headers, status) in cases {
                let reply = try await Wire.ask(port, "PATCH", "/api/v1/queues/1", headers, body: pausing)
                #expect(reply.status == status, "\(headers): \(reply.body)")
                #expect((farm.queue.pause() != nil) == (status == 200), "\(headers)")
                try farm.queue.endPause()
            }
            let fields = ["Content-Type": form, "Origin": own]
            #expect(try await Wire.ask(port, "POST", "/queues/1/pause", fields, body: "reason=a+b%21").status == 303)
            #expect(farm.queue.pause()?.reason == "a b!")
            #expect(try await Wire.ask(port, "GET", "/api/v1/jobs", ["Host": "evil.example"]).status == 421)
        }
    }

    @Test("an address that asks too often is told to wait, and changes are rarer than looks")
    func tooMany() async throws {
        let farm = try ServedFarm()
        try await farm.serve({
            $0.limits.requests = (perSecond: 0.001, atOnce: 8)
            $0.limits.changes = (perSecond: 0.001, atOnce: 2)
        }) { port in
            var codes: [Int] = []
            for _ in 0..<3 {
                codes.append(
                    try await Wire.ask(port, "PATCH", "/api/v1/queues/1", body: #"{"isPaused": false}"#).status
                )
            }
            for _ in 0..<6 { codes.append(try await Wire.ask(port, "GET", "/healthz").status) }
            #expect(codes == [200, 200, 429, 200, 200, 200, 200, 200, 429])
            let late = try await Wire.ask(port, "GET", "/")
            #expect(late.headers["retry-after"] == "2" && late.object?["status"] as? Int == 429)
        }
    }

    @Test("ten megabytes, slow heads and slow bodies are refused in words or by closing, and others are served")
    func slow() async throws {
        let farm = try ServedFarm()
        try await farm.serve { port in
            let large = "{\"manifest\": \"" + String(repeating: "x", count: 10 << 20) + "\"}"
            for headers in [[:], ["Transfer-Encoding": "chunked", "Content-Length": "0"]] as [[String: String]] {
                if headers.isEmpty {
                    let reply = try await Wire.ask(port, "POST", "/api/v1/queues/1/films", body: large)
                    #expect(reply.status == 413 && reply.headers["content-type"] == "application/problem+json")
                }
            }
            let chunked = try Wire(port: port)
            chunked.send(
                "POST /api/v1/queues/1/films HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            )
            chunked.send("Transfer-Encoding: chunked\r\n\r\n")
            let piece = String(repeating: "y", count: 1 << 16)
            for _ in 0..<40 where chunked.send("10000\r\n\(piece)\r\n") {}
            #expect(try Wire.reply(await chunked.read { $0.contains("\r\n\r\n") }).status == 413)
        }
        try await farm.serve({
            $0.limits.headSeconds = 1
            $0.limits.bodySeconds = 1
        }) { port in
            // One byte every 100 ms does not extend a deadline. On a busy machine all of it takes longer, so the bytes
            // are counted, not the seconds: both are refused before the last.
            let (head, body) = (try Wire(port: port), try Wire(port: port))
            head.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Drip: ")
            body.send("PATCH /api/v1/queues/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n")
            body.send("Content-Length: 10000\r\n\r\n{")
            let dripping = Task {
                for _ in 0..<1000 {
                    let areTaken = (head.send("z"), body.send(" "))
                    if areTaken == (false, false) { return true }
                    try await Task.sleep(for: .milliseconds(100))
                }
                return false
            }
            async let slowHead = head.readToEnd()
            async let slowBody = body.readToEnd()
            #expect(try await Wire.ask(port, "GET", "/healthz").status == 200)
            #expect(await slowHead == "")
            #expect(await slowBody?.hasPrefix("HTTP/1.1 408") == true)
            #expect(try await dripping.value)
            // An idle connection is closed, too.
            let idle = try Wire(port: port)
            #expect(await idle.readToEnd() == "")
        }
    }
}
