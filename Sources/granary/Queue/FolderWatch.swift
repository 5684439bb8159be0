import Foundation
import JobDocuments
import Jobs
import Media
import Platform

/// Puts the films of a folder into a queue, and those that fail aside.
///
/// Everything that it knows is in the queue and in the folder, so that it can be ended at any moment and begun again. A
/// film is added once: the queue has the path, the size and the modification time of each film that was added.
struct FolderWatch {
    /// Absolute path of the folder.
    let folder: String
    let queue: JobQueue
    let preset: ExportPreset
    /// Absolute path of the films to make, with `{name}` for the name of the source without its extension.
    let template: String
    let reader: SourceReader
    let say: (String) -> Void

    private var settling: SettlingFiles
    /// What files looked like whose probe failed once.
    private var suspects: [String: SettlingFiles.Look] = [:]

    init(
        _ folder: String,
        to queue: JobQueue,
        preset: ExportPreset,
        template: String,
        settleSeconds: Double,
        reader: SourceReader,
        say: @escaping (String) -> Void
    ) {
        self.folder = folder
        self.queue = queue
        self.preset = preset
        self.template = template
        self.reader = reader
        self.say = say
        settling = SettlingFiles(seconds: settleSeconds)
    }

    /// The folder of the films that failed.
    private var failedFolder: String { folder + "/failed" }

    /// Looks at the folder once.
    ///
    /// - Parameter now: seconds of a clock that never goes back.
    mutating func look(at now: Double) throws {
        // An entry that cannot be read may be that of any film, so nothing is added then.
        let entries = try queue.numbers().compactMap { try queue.entry($0) }
        let found = try files()
        for entry in entries where entry.state == .failed {
            guard let watched = entry.watched, let name = name(of: watched.path), found[name] == Self.look(watched)
            else { continue }
            try putAside(name, entry.words ?? "it failed with exit code \(entry.exitCode ?? 0)")
        }
        let known = Set(entries.compactMap(\.watched))
        let open = found.filter { !known.contains(watched($0.key, $0.value)) }
        for name in settling.note(open, at: now) {
            guard let look = open[name] else { continue }
            do {
                _ = try reader.describe(path: folder + "/" + name, hashWholeFile: false)
            } catch let error as any ExplainedError {
                settling.restart(name, at: now)
                try judge(name, look, error)
                continue
            }
            try add(name, look)
        }
    }

    /// What follows from a probe that failed: the film is put aside the second time, if it is the film's fault.
    private mutating func judge(_ name: String, _ look: SettlingFiles.Look, _ error: any ExplainedError) throws {
        guard [.badInput, .usage, .unavailable].contains(error.kind) else {
            // The disk, for example: it may work the next time.
            return say(error.explanation)
        }
        // A copy may have paused, so it gets as much time again.
        if suspects[name] == look { try putAside(name, error.explanation) }
        suspects[name] = look
    }

    /// What the films of the folder look like, by name. Links, folders, hidden and unfinished files are none.
    private func files() throws -> [String: SettlingFiles.Look] {
        var found: [String: SettlingFiles.Look] = [:]
        let names = try attempt("read the watched folder", folder) {
            try FileManager.default.contentsOfDirectory(atPath: folder)
        }
        for name in names {
            let isLeftOut = name.hasPrefix(".") || [".part", ".tmp", ".txt"].contains { name.hasSuffix($0) }
            guard !isLeftOut, let file = FileStatus(link: folder + "/" + name), !file.isFolder,
                let target = FileStatus(path: folder + "/" + name), target.isSameFile(as: file)
            else { continue }
            found[name] = SettlingFiles.Look(byteCount: file.byteCount, modificationTime: file.modificationTime)
        }
        return found
    }

    private func add(_ name: String, _ look: SettlingFiles.Look) throws {
        let stem = URL(filePath: name).deletingPathExtension().lastPathComponent
        let output = template.replacingOccurrences(of: "{name}", with: stem)
        let (source, file) = (folder + "/" + name, folder + "/\(name).json")
        let words = [
            "apiVersion": Manifest.apiVersion, "name": String(stem.prefix(200)), "source": source, "output": output,
            "preset": preset.rawValue,
        ]
        // JSON is YAML.
        let text = [UInt8](try JSONEncoder().encode(words))
        let manifest = try Manifest(parsing: text, file: file, folder: folder)
        var entry = QueueEntry(manifest, file: file, text: String(decoding: text, as: UTF8.self), name: stem)
        let watched = watched(name, look)
        entry.watched = watched
        let added = try queue.add(entry, if: { others in !others.contains { $0.watched == watched } })
        // Nil if another watcher has added it meanwhile.
        if let added { say("film \(added.number): \(PlainText.field(source)) becomes \(PlainText.field(output))") }
    }

    /// Moves a film into the folder of those that failed, with its error in a text file next to it.
    private func putAside(_ name: String, _ words: String) throws {
        try JobFiles.createFolder(failedFolder)
        var place = "\(failedFolder)/\(name)"
        var count = 1
        while FileStatus(link: place) != nil {
            count += 1
            place = "\(failedFolder)/\(count)-\(name)"
        }
        // The text comes first: if this ends in between, the film is moved by the next look.
        try attempt("put a film aside that failed", place) {
            try Data((words + "\n").utf8).write(to: URL(filePath: place + ".txt"), options: .atomic)
            try FileManager.default.moveItem(atPath: folder + "/" + name, toPath: place)
        }
        say("\(PlainText.field(name)) failed, and is now \(PlainText.field(place)): \(words)")
    }

    /// Calls `body`; an error of the system becomes one that says what was attempted.
    private func attempt<Result>(_ words: String, _ subject: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw FileFailure(
                kind: .inputOutput,
                attempted: words,
                subject: subject,
                cause: error.localizedDescription,
                remedy:
                    "check the folder and its permissions; it is read again, and no film is added twice"
            )
        }
    }

    private func watched(_ name: String, _ look: SettlingFiles.Look) -> WatchedFile {
        WatchedFile(path: folder + "/" + name, byteCount: look.byteCount, modificationTime: look.modificationTime)
    }

    private static func look(_ file: WatchedFile) -> SettlingFiles.Look {
        SettlingFiles.Look(byteCount: file.byteCount, modificationTime: file.modificationTime)
    }

    /// The name of a file of this folder; nil for a file elsewhere.
    private func name(of path: String) -> String? {
        let name = URL(filePath: path).lastPathComponent
        return folder + "/" + name == path ? name : nil
    }
}
