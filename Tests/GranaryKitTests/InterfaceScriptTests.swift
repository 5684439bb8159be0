import Foundation
import TestSupport
import Testing

/// `Scripts/interface` on small modules, which the compiler makes for the test.
@Suite(
    "The check of the public interface",
    .temporaryFolder,
    .enabled(if: Tool.arePresent("swiftc", "python3"), "needs swiftc and python3")
)
struct InterfaceScriptTests {
    private static let documented = """
        /// A kit.
        public struct Kit: Hashable, Sendable {
            /// Its size in bytes.
            public var size = 1
            /// Its name.
            public var name: String { "kit" }
        }
        """

    @Test("accepts what is committed, and says what was added, changed and removed")
    func differences() throws {
        try compile(Self.documented)
        let unknown = try check()
        #expect(unknown.status == 1 && unknown.output.contains("added    Kit.size  var size: Int\n"))

        #expect(try check("--write").status == 0)
        let same = try check()
        #expect(same.status == 0 && same.output.isEmpty, "\(same.output)\(same.errors)")

        let changed = Self.documented
            .replacing("size = 1", with: "size: Int64 = 1")
            .replacing("var name: String { \"kit\" }", with: "func label() -> String { \"kit\" }")
            .replacing(", Sendable", with: "")
        try compile(changed)
        let outcome = try check()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("changed  Kit.size  var size: Int\n     to  Kit.size  var size: Int64\n"))
        #expect(outcome.output.contains("added    Kit.label()  func label() -> String\n"))
        #expect(outcome.output.contains("removed  Kit.name  var name: String { get }\n"))
        #expect(outcome.output.contains("to  Kit  struct Kit: Equatable, Hashable\n"))
    }

    @Test("refuses a declaration without a comment, unless the compiler made it or a protocol has one")
    func comments() throws {
        try compile(
            Self.documented + """

                extension Kit: CustomStringConvertible {
                    public var description: String { name }
                    public func bare() {}
                    ///
                    public func empty() {}
                }
                /// Kinds.
                public enum Kind: String { case first }
                """
        )
        let outcome = try check("--write")
        #expect(outcome.status == 1)
        let lines = outcome.output.split(separator: "\n")
        #expect(
            lines.sorted() == [
                "Kit.swift:10: Kit.bare() has no comment",
                "Kit.swift:12: Kit.empty() has no comment",
                "Kit.swift:15: Kind.first has no comment",
            ]
        )
    }

    @Test("refuses types of C and of other modules, in declarations and as protocols")
    func types() throws {
        try compile("public struct Codec {}\npublic protocol Coding {}", as: "Low")
        try compile(
            """
            public import Foundation
            public import Glibc
            public import Low

            /// A kit.
            public struct Kit: Coding {
                /// Of Foundation.
                public var url: URL?
                /// Of another module.
                public func codecs() -> [Codec] { [] }
                /// Of C.
                public func clock(_ time: tm) {}
                /// A pointer.
                public func read(_ bytes: UnsafeRawPointer?) {}
                /// An integer of C.
                public func close(_ file: CInt) {}
            }
            """
        )
        let outcome = try check("--write")
        #expect(outcome.status == 1)
        let lines = outcome.output.split(separator: "\n")
        #expect(
            lines.sorted() == [
                "Kit.swift:10: Kit.codecs() names Codec, a type of Low",
                "Kit.swift:12: Kit.clock(_:) names tm, a type of C",
                "Kit.swift:14: Kit.read(_:) names UnsafeRawPointer, which stands for a type of C",
                "Kit.swift:16: Kit.close(_:) names CInt, which stands for a type of C",
                "Kit.swift:6: Kit names Coding, a type of Low",
            ]
        )
    }

    /// Compiles a module into the test's folder.
    private func compile(_ text: String, as module: String = "Kit") throws {
        let folder = TemporaryFolder.current
        let file = folder.appending(path: "\(module).swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        let compiler = try #require(Tool("swiftc"))
        try compiler.output(
            ["-emit-module", "-parse-as-library", "-module-name", module, "-I", folder.path, file.path],
            in: folder
        )
    }

    /// Runs the script on the module `Kit`.
    private func check(_ arguments: String...) throws -> Tool.Outcome {
        let folder = TemporaryFolder.current
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        return try Tool(at: root.appending(path: "Scripts/interface")).run(
            ["--modules", folder.path, "--module", "Kit", "--baseline", folder.appending(path: "Kit.txt").path]
                + arguments
        )
    }
}
