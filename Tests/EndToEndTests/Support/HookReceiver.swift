import Foundation
import Glibc
import TestSupport
import Testing

/// A receiver of webhooks in Python, which checks the signatures with its own HMAC.
final class HookReceiver {
    static let isPossible = Tool.arePresent("python3", "curl")
    static let key = "a key that only both sides know"

    /// One request, as the server saw it.
    struct Request {
        let path: String
        let isSigned: Bool
        let headers: [String: String]
        let body: [String: Any]
    }

    private static let script = """
        import hashlib, hmac, http.server, json, sys, time
        key = sys.argv[2].encode()
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers['Content-Length']))
                parts = dict(p.split('=') for p in self.headers['X-Granary-Signature'].split(','))
                code = hmac.new(key, parts['t'].encode() + b'.' + body, hashlib.sha256).hexdigest()
                fresh = abs(time.time() - int(parts['t'])) < 300
                line = dict(path=self.path, signed=hmac.compare_digest(code, parts['v1']) and fresh,
                            headers={k.lower(): v for k, v in self.headers.items()}, body=json.loads(body))
                print(json.dumps(line), flush=True)
                if self.path == '/slow': time.sleep(5)
                self.send_response({'/moved': 302, '/broken': 500}.get(self.path, 204))
                if self.path == '/moved': self.send_header('Location', '/elsewhere')
                self.end_headers()
                if self.path == '/slow': print('answered', flush=True)
            def log_message(self, *words): pass
        server = http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    private let program: RunningProgram
    let port: Int

    /// Starts a server on a port, or on any that is free.
    init(port wanted: Int = 0) async throws {
        let python = try #require(Tool("python3"))
        let words = ["-c", Self.script, "\(wanted)", Self.key]
        program = try RunningProgram(python.url, words, in: TemporaryFolder.current)
        while !program.output.contains("\n") {
            try #require(program.isRunning, "\(program.errors)")
            try await Task.sleep(for: .milliseconds(10))
        }
        port = try #require(Int(program.output.split(separator: "\n").first ?? ""))
    }

    /// What has arrived so far.
    var requests: [Request] {
        program.output.split(separator: "\n").compactMap { line in
            guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                return nil
            }
            return Request(
                path: object["path"] as? String ?? "",
                isSigned: object["signed"] as? Bool == true,
                headers: object["headers"] as? [String: String] ?? [:],
                body: object["body"] as? [String: Any] ?? [:]
            )
        }
    }

    /// Whether it has answered a slow request.
    var hasAnsweredSlowly: Bool { program.output.contains("answered") }

    /// Waits for a number of requests.
    func receives(_ count: Int, seconds: Double = 120) async throws -> [Request] {
        let limit = Date.now.addingTimeInterval(seconds)
        while requests.count < count, Date.now < limit { try await Task.sleep(for: .milliseconds(20)) }
        return requests
    }

    /// Ends the server; nobody listens on its port from now on.
    func stop() async throws {
        program.send(SIGKILL)
        try await program.end()
    }
}
