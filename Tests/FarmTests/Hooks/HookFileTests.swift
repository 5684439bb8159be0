import Foundation
import Hooks
import Jobs
import Media
import TestSupport
import Testing

@Suite("The operator's hooks", .temporaryFolder)
struct HookFileTests {
    private var url: URL { TemporaryFolder.current.appending(path: "hooks.yaml") }

    private func write(_ text: String, mode: Int = 0o644) throws {
        try Data(text.utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }

    @Test("a file has commands and addresses with their limits")
    func read() throws {
        try write(
            """
            outbox: /var/lib/granary/outbox
            hooks:
              - {name: notify, url: "https://example.org:8443/g?k=1", secret: /etc/granary/key, timeLimit: 5s}
              - name: archive
                command: [/usr/local/bin/archive, --fast]
                giveUpAfter: 2m
              - {name: alone, command: /bin/true}
            """
        )
        let file = try #require(try HookFile(at: url.path))
        #expect(file.outbox == "/var/lib/granary/outbox")
        let notify = try #require(file.hook("notify"))
        #expect(notify.action == .webhook(url: "https://example.org:8443/g?k=1", secret: "/etc/granary/key"))
        #expect(notify.timeLimitSeconds == 5 && notify.giveUpSeconds == 86400)
        // What may be secret in an address is not shown.
        #expect(notify.place == "https://example.org:8443")
        let archive = try #require(file.hook("archive"))
        #expect(archive.action == .command(["/usr/local/bin/archive", "--fast"]))
        #expect(archive.timeLimitSeconds == 30 && archive.giveUpSeconds == 120)
        #expect(file.hook("alone")?.action == .command(["/bin/true"]) && file.hook("other") == nil)
        try write("# none yet\n")
        #expect(try HookFile(at: url.path)?.hooks == [])
        try FileManager.default.removeItem(at: url)
        #expect(try HookFile(at: url.path) == nil)
    }

    @Test(
        "a mistake is reported with its place",
        arguments: [
            ("hooks: [{name: a b, command: [/bin/true]}]", "hooks[0].name: expected the name of a hook"),
            ("hooks: [{name: a}]", "hooks[0].command: a hook has either a command or a url"),
            ("hooks: [{name: a, command: [true]}]", "hooks[0].command: the path of its program must be absolute"),
            ("hooks: [{name: a, url: 'https://x.org/'}]", "hooks[0].secret: is missing"),
            ("hooks: [{name: a, url: 'ftp://x.org/', secret: /k}]", "hooks[0].url: expected an http or https address"),
            ("hooks: [{name: a, url: 'https://u:p@x.org/', secret: /k}]", "hooks[0].url: expected an http"),
            ("hooks: [{name: a, url: 'https://x.org/', secret: k}]", "hooks[0].secret: expected the absolute path"),
            ("hooks: [{name: a, command: /x, timeLimit: 2h}]", "hooks[0].timeLimit: expected a time from 1s to 3600s"),
            ("hooks: [{name: a, command: /x}, {name: a, command: /y}]", "hooks[1].name: is the name of another hook"),
            ("hook: []", "hook: unknown key (did you mean \"hooks\"?)"),
            ("outbox: here", "outbox: expected the absolute path of a folder"),
        ]
    )
    func mistakes(text: String, words: String) throws {
        try write(text)
        let error = #expect(throws: ManifestError.self) { try HookFile(at: url.path) }
        #expect(error?.explanation.contains(words) == true, "\(error?.explanation ?? "")")
        #expect(error?.explanation.hasPrefix("could not read the hooks") == true && error?.kind == .badInput)
    }

    @Test("a file that others may write to is refused, and so is a folder", arguments: [0o664, 0o646, 0o666])
    func writable(mode: Int) throws {
        try write("hooks: []", mode: mode)
        let error = #expect(throws: ManifestError.self) { try HookFile(at: url.path) }
        #expect(error?.explanation.contains("others than its owner may write to it") == true)
        #expect(throws: ManifestError.self) { try HookFile(at: TemporaryFolder.current.path) }
    }

    @Test("a secret that others may read, or that is short, is refused")
    func secrets() throws {
        try write("0123456789abcdef\n", mode: 0o600)
        #expect(try HookSecret.key(at: url.path) == Array("0123456789abcdef".utf8))
        try write("0123456789abcdef\n", mode: 0o640)
        let open = #expect(throws: HookFailure.self) { try HookSecret.key(at: url.path) }
        #expect(open?.words.contains("others than its owner may read or write it; run chmod 600") == true)
        try write("short\n", mode: 0o600)
        let short = #expect(throws: HookFailure.self) { try HookSecret.key(at: url.path) }
        #expect(short?.words.contains("fewer than 16 bytes") == true)
        let missing = #expect(throws: HookFailure.self) { try HookSecret.key(at: "/nonexistent/key") }
        #expect(missing?.words.contains("there is no secret file") == true)
    }

    @Test("a manifest names hooks; unknown ones are found, with the nearest name")
    func manifest() throws {
        func read(_ line: String) throws -> Manifest {
            let text = "apiVersion: granary/v1\nsource: a.mov\noutput: b.mp4\n\(line)\n"
            return try Manifest(parsing: Array(text.utf8), file: "film.yaml", folder: "/films")
        }
        #expect(try read("onFinish: notify").onFinish == ["notify"])
        let manifest = try read("onFinish: [notfy, archive]")
        let issues = manifest.issues(ofHooksOtherThan: ["notify", "archive"], in: "/etc/hooks.yaml")
        #expect(
            issues.map { $0.line(in: "film.yaml") } == [
                "film.yaml:4:1: onFinish: there is no hook \"notfy\" in /etc/hooks.yaml (did you mean \"notify\"?)"
            ]
        )
        for line in ["onFinish: ../x", "onFinish: [a, a]", "onFinish: {a: b}", "onFinish: [a,b,c,d,e,f,g,h,i]"] {
            #expect(throws: ManifestError.self) { try read(line) }
        }
    }
}
