import Foundation

/// The processes that exist now, as the kernel lists them.
struct ProcessTree {
    /// Resident bytes by process.
    private var memory: [Int32: Int] = [:]
    private var children: [Int32: [Int32]] = [:]

    /// Reads all processes.
    init(root: String = "/proc") {
        let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
        for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] {
            guard let process = Int32(name), let status = Self.text("\(root)/\(name)/stat"),
                // The name of the program is in brackets and can contain any characters.
                let end = status.lastIndex(of: ")")
            else { continue }
            // After the name: state, parent, ... and resident pages as the 22nd word.
            let words = status[status.index(after: end)...].split(separator: " ")
            guard words.count > 21, let parent = Int32(words[1]), let pages = Int(words[21]) else { continue }
            memory[process] = pages * pageSize
            children[parent, default: []].append(process)
        }
    }

    /// Resident bytes of some processes and all their descendants.
    func residentBytes(of roots: some Sequence<Int32>) -> Int {
        var (waiting, seen, sum) = (Array(roots), Set<Int32>(), 0)
        while let process = waiting.popLast() {
            guard seen.insert(process).inserted else { continue }
            sum += memory[process] ?? 0
            waiting += children[process] ?? []
        }
        return sum
    }

    /// The whole text of a file of /proc. Foundation's one-call readers stop after the first page of a file without a
    /// size.
    static func text(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.readToEnd() else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
