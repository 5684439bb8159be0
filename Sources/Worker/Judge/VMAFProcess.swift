import Foundation
import Glibc
package import Media
import Platform

/// A running ffmpeg that compares pictures with their sources by VMAF: pictures in by a socket, figures out by a file.
///
/// Source and picture go in as one picture of twice the height, one below the other, which the filter cuts apart: two
/// inputs would have to be kept in step with what ffmpeg reads ahead of each. The socket closes with this process,
/// however it ends, and so ends ffmpeg.
package final class VMAFProcess {
    /// What VMAF says of one picture.
    package struct Figures: Hashable {
        /// By the model vmaf_v0.6.1, 0 to 100.
        package let vmaf: Double
        /// By the model vmaf_v0.6.1neg, which credits no enhancement, 0 to 100.
        package let vmafNEG: Double
    }

    private let tool: VMAFTool
    private var program: JudgeProgram?
    private let folder: String
    private let size: PictureSize
    private let format: PixelFormat
    private var socket: CInt
    private var count = 0
    private var stacked: [UInt8] = []

    private static let logName = "vmaf.json"
    private static let wordsName = "vmaf.log"
    /// Models by the name that their figure has in the log.
    private static let models = [(name: "vmaf", version: "vmaf_v0.6.1"), (name: "vmaf_neg", version: "vmaf_v0.6.1neg")]

    /// Starts ffmpeg, which leaves its files in a folder of its own.
    package init(_ tool: VMAFTool, size: PictureSize, format: PixelFormat, folder: String) throws {
        self.tool = tool
        self.size = size
        self.format = format
        self.folder = folder
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        // Safe: the call fills the two numbers that it is lent.
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw WorkError(
                .unavailable,
                attempted: "measure VMAF",
                subject: tool.path,
                cause: "no socket: \(unsafe String(cString: strerror(errno)))"
            )
        }
        socket = ends[0]
        let files = ["\(folder)/\(Self.logName)", "\(folder)/\(Self.wordsName)"].map { (path: String) in
            // Safe: the path is lent for the call only.
            unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        }
        defer { for end in [ends[1]] + files where end >= 0 { close(end) } }
        do throws(POSIXError) {
            guard files.allSatisfy({ $0 >= 0 }) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            program = try JudgeProgram(
                tool.path,
                arguments,
                input: ends[1],
                output: files[0],
                errors: files[1]
            )
        } catch {
            close(socket)
            socket = -1
            throw failure("it cannot be started: \(error.localizedDescription)", .unavailable)
        }
    }

    deinit {
        if socket >= 0 { close(socket) }
    }

    private var arguments: [String] {
        let models = Self.models.map { "version=\($0.version)\\:name=\($0.name)" }.joined(separator: "|")
        let pixels = format == .yuv420p8 ? "yuv420p" : "yuv420p10le"
        let cut = "crop=\(size.width):\(size.height):0"
        // Each level of ffmpeg's own syntax takes quotes and backslashes off: the colons reach the filter behind one.
        let graph =
            "[0:v]split[a][b];[a]\(cut):0[source];[b]\(cut):\(size.height)[picture];"
            + "[picture][source]libvmaf=log_fmt=json:log_path=/dev/stdout:n_threads=1:model='\(models)'"
        return [
            "-nostdin", "-hide_banner", "-v", "error", "-threads", "1", "-filter_complex_threads", "1", "-f",
            "rawvideo",
            "-pixel_format", pixels, "-video_size", "\(size.width)x\(size.height * 2)", "-framerate", "25", "-i",
            "pipe:0",
            "-lavfi", graph, "-f", "null", "-",
        ]
    }

    /// Hands over the next picture in presentation order with its source; waits while ffmpeg is busy.
    package func compare(_ picture: Picture, with source: Picture) throws {
        precondition(picture.size == size && source.size == size && picture.format == format && source.format == format)
        stacked.removeAll(keepingCapacity: true)
        for plane in 0..<3 {
            stacked += source.storage[source.byteRange(ofPlane: plane)]
            stacked += picture.storage[picture.byteRange(ofPlane: plane)]
        }
        var offset = 0
        while offset < stacked.count {
            // Safe: the array is lent for the call, and never more is sent than remains of it.
            let sent = unsafe stacked.withUnsafeBytes { bytes in
                unsafe send(
                    socket,
                    bytes.baseAddress?.advanced(by: offset),
                    bytes.count - offset,
                    CInt(MSG_NOSIGNAL)
                )
            }
            if sent < 0 && errno == EINTR { continue }
            guard sent > 0 else {
                throw failure("it took no picture \(count): \(unsafe String(cString: strerror(errno)))")
            }
            offset += sent
        }
        count += 1
    }

    /// Ends the comparison: the figures of all pictures, in the order in which they were handed over.
    package func finish() throws -> [Figures] {
        close(socket)
        socket = -1
        let exit = program?.wait()
        guard exit == .code(0) else {
            throw failure("it ended with \(exit.map(String.init(describing:)) ?? "nothing")")
        }
        guard let document = FileManager.default.contents(atPath: "\(folder)/\(Self.logName)") else {
            throw failure("it left no figures")
        }
        return try Self.figures(in: [UInt8](document), count: count, failure: { self.failure($0) })
    }

    /// Reads libvmaf's log: so many pictures, each once and in order, with figures that VMAF can have.
    static func figures(
        in document: [UInt8],
        count: Int,
        failure: (String) -> WorkError
    ) throws(WorkError) -> [Figures] {
        struct Log: Decodable {
            struct Frame: Decodable {
                let frameNum: Int
                let metrics: [String: Double]
            }
            let frames: [Frame]
        }
        let log: Log
        do {
            log = try JSONDecoder().decode(Log.self, from: Data(document))
        } catch {
            throw failure("its log is not what libvmaf writes: \(error)")
        }
        guard log.frames.count == count else {
            throw failure("it has figures of \(log.frames.count) of \(count) pictures")
        }
        var figures: [Figures] = []
        for (index, frame) in log.frames.enumerated() {
            guard frame.frameNum == index else { throw failure("picture \(index) is numbered \(frame.frameNum)") }
            let values = models.compactMap { frame.metrics[$0.name] }
            guard values.count == models.count, values.allSatisfy({ (0...100).contains($0) }) else {
                throw failure("picture \(index) has no VMAF of 0 to 100")
            }
            figures.append(Figures(vmaf: values[0], vmafNEG: values[1]))
        }
        return figures
    }

    private func failure(_ cause: String, _ kind: FailureKind = .temporary) -> WorkError {
        let words = FileManager.default.contents(atPath: "\(folder)/\(Self.wordsName)").map {
            String(decoding: $0.suffix(800), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let said = words.map { $0.isEmpty ? "" : "; it says: \($0)" } ?? ""
        return WorkError(
            kind,
            attempted: "measure VMAF with \(tool.version)",
            subject: tool.path,
            cause: cause + said,
            remedy: VMAFTool.remedy
        )
    }
}
