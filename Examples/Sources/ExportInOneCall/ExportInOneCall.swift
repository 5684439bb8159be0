import Foundation
import GranaryKit

/// Exports a film with the installed `granary`: on all cores, confined, and verified.
///
///     ExportInOneCall film.mov film.mp4 hevc1920x1080
@main struct ExportInOneCall {
    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 4, let preset = ExportPreset(name: words[3]) else {
            let names = ExportPreset.all.map(\.name).joined(separator: ", ")
            print("usage: ExportInOneCall SOURCE TARGET PRESET, with one of the presets \(names)")
            exit(64)
        }
        let session = ExportSession(source: URL(filePath: words[1]), settings: ExportSettings(preset: preset))
        let target = URL(filePath: words[2])
        do {
            let plan = try await session.plan(for: target)
            print("up to \(plan.maximumPasses) passes: \(plan.passesReason)")
            print("about \(plan.estimatedByteCount) bytes, \(plan.estimateBasis)")
            let display = Task {
                for await progress in session.progress {
                    print("\(Int(progress.fractionCompleted * 100)) % \(progress.activity)")
                }
            }
            let film = try await session.export(to: target)
            await display.value
            print("\(film.url.path): \(film.byteCount) bytes, \(film.isVerified ? "verified" : "not verified")")
        } catch {
            FileHandle.standardError.write(Data("ExportInOneCall: \(error)\n".utf8))
            exit(1)
        }
    }
}
