import Foundation
import Glibc
import TestSupport
import Testing

/// Files that are given as films to do harm: to make a reader hang, to fill the memory, or to read other files.
enum HostileFile: String, Sendable, CaseIterable {
    case pipe, zeroDevice, nullDevice, fullDevice, folder
    case linkToDescriptor, linkToOwnMemory, linkToKernelMemory
    case sparseMovie, sparseStream, sparseTail, sparseMatroska
    case nestedBoxes, nestedTracks
    case countlessSizes, countlessEqualSamples, countlessTimes, countlessOffsets
    case playlist, parts

    /// Whether it is not a regular file.
    var isNoFile: Bool {
        [.pipe, .zeroDevice, .nullDevice, .fullDevice, .folder, .linkToDescriptor].contains(self)
    }

    /// Ten tebibytes.
    private static let sparseSize: UInt64 = 10 << 40

    /// The kinds that this system has: not every system shows the kernel's memory.
    static let possible = allCases.filter {
        $0 != .linkToKernelMemory || FileManager.default.fileExists(atPath: "/proc/kcore")
    }

    /// Creates it in a folder, and returns its path.
    func make(in folder: URL) async throws -> URL {
        let url = folder.appending(path: name)
        let good = try Data(contentsOf: try await TestFilm.short.url)
        switch self {
        case .pipe: try #require(unsafe mkfifo(url.path, 0o600) == 0)
        case .zeroDevice, .nullDevice, .fullDevice: return URL(filePath: "/dev/" + rawValue.prefix(4))
        case .folder: try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        case .linkToDescriptor: try link(url, to: "/proc/self/fd/0")
        case .linkToOwnMemory: try link(url, to: "/proc/self/mem")
        case .linkToKernelMemory: try link(url, to: "/proc/kcore")
        case .sparseMovie, .sparseStream: return try sparse(url, Data())
        case .sparseTail: return try sparse(url, try await stream(["-f", "hevc"], codec: "libx265"))
        case .sparseMatroska: return try sparse(url, try await stream(["-f", "matroska"], codec: "libx264"))
        case .nestedBoxes: try (Self.brand + Self.nested("udta", in: "moov")).write(to: url)
        case .nestedTracks: try (Self.brand + Self.nested("trak", in: "moov")).write(to: url)
        case .countlessSizes: try Self.changed(good, "stsz", [8: .max]).write(to: url)
        case .countlessEqualSamples:
            let sized = try Self.changed(good, "stsz", [4: 1, 8: 60_000_000])
            try Self.changed(sized, "stsc", [4: 1, 12: 60_000_000]).write(to: url)
        case .countlessTimes: try Self.changed(good, "stts", [4: 1 << 31]).write(to: url)
        case .countlessOffsets: try Self.changed(good, "stco", [4: 1 << 31]).write(to: url)
        case .playlist, .parts:
            let segment = folder.appending(path: "segment.ts")
            try await stream(["-f", "mpegts"], codec: "libx264").write(to: segment)
            let list =
                "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:8\n#EXTINF:1,\n\(segment.path)\n#EXT-X-ENDLIST\n"
            try Data((self == .playlist ? list : "ffconcat version 1.0\nfile segment.ts\n").utf8).write(to: url)
        }
        return url
    }

    private var name: String {
        switch self {
        case .sparseStream, .sparseTail: "film.hevc"
        case .sparseMatroska: "film.mkv"
        default: "film.mp4"
        }
    }

    private func link(_ url: URL, to path: String) throws {
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: path)
    }

    private func sparse(_ url: URL, _ head: Data) throws -> URL {
        try head.write(to: url)
        try #require(unsafe truncate(url.path, off_t(Self.sparseSize)) == 0, "the file system has no file of 10 TB")
        return url
    }

    private func stream(_ form: [String], codec: String) async throws -> Data {
        let file = TemporaryFolder.current.appending(path: "made-\(UUID().uuidString)")
        let quiet = codec == "libx265" ? ["-x265-params", "log-level=none"] : []
        let film = try await TestFilm.short.url.path
        let words = ["-y", "-i", film, "-map", "0:v", "-t", "1", "-c:v", codec, "-preset", "ultrafast"] + quiet + form
        try #require(try FFmpeg.ffmpeg(words + [file.path]).status == 0)
        return try Data(contentsOf: file)
    }

    private static let brand = Data([0, 0, 0, 16]) + Data("ftypisom".utf8) + Data([0, 0, 2, 0])

    /// 10 000 boxes, each inside the previous one.
    private static func nested(_ type: String, in outer: String) -> Data {
        let depth = 10_000
        return (0...depth).reduce(into: Data()) { bytes, level in
            unsafe withUnsafeBytes(of: UInt32(8 * (depth + 1 - level)).bigEndian) {
                unsafe bytes.append(contentsOf: $0)
            }
            bytes.append(contentsOf: (level == 0 ? outer : type).utf8)
        }
    }

    /// A film with changed numbers in its last box of a type, at offsets from the start of its payload.
    private static func changed(_ film: Data, _ type: String, _ numbers: [Int: UInt32]) throws -> Data {
        var bytes = [UInt8](film)
        let box = try #require(film.range(of: Data(type.utf8), options: .backwards)).upperBound
        for (place, number) in numbers {
            for index in 0..<4 { bytes[box + place + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index)) }
        }
        return Data(bytes)
    }
}
