package import Foundation
package import Testing

/// Gives each test of a suite a folder of its own, removed afterwards.
package struct TemporaryFolder: TestTrait, SuiteTrait, TestScoping {
    /// The folder of the running test.
    @TaskLocal package static var current = URL(filePath: "/nonexistent")

    /// The descriptors of this process's open files in `current`. Other tests run beside the running one, and have none
    /// there.
    package static func openDescriptors() throws -> [CInt] {
        let folder = current.resolvingSymlinksInPath().path + "/"
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { descriptor in
            let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)
            return file?.hasPrefix(folder) ?? false
        }.compactMap(CInt.init)
    }

    /// Tests of suites inside of a suite get theirs, too.
    package var isRecursive: Bool { true }

    /// Runs a test with a new folder as `current` and removes it afterwards; a suite itself gets none.
    @concurrent package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await body() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "granary-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TemporaryFolder.$current.withValue(folder) { try await body() }
    }
}

extension Trait where Self == TemporaryFolder {
    /// A folder of its own for each test.
    package static var temporaryFolder: TemporaryFolder { TemporaryFolder() }
}
