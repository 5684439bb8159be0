import Foundation
import Glibc
package import Media
import Platform

/// A running ffmpeg that measures the VMAF of pictures. It reads pictures from a socket and writes figures to a file.
///
/// Source and picture are sent as one picture of twice the height, one below the other, which the filter splits. With
/// two inputs, the sender would have to follow how far ffmpeg reads ahead in each. The socket closes when this process
/// ends for any reason, which also ends ffmpeg.
package final class VMAFProcess {
    /// The VMAF of one picture.
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
    /// Models, with the names of their figures in the log.
    private static let models = [(name: "vmaf", version: "vmaf_v0.6.1"), (name: "vmaf_neg", version: "vmaf_v0.6.1neg")]

    /// Starts ffmpeg, which writes its files to a folder that nobody else uses.
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
                cause: "no socket could be created: \(unsafe String(cString: strerror(errno)))"
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
            throw failure("it could not be started: \(error.localizedDescription)", .unavailable)
        }
    }

    deinit {
        if socket >= 0 { close(socket) }
    }

    private var arguments: [String] {
        let models = Self.models.map { "version=\($0.version)\\:name=\($0.name)" }.joined(separator: "|")
        let pixels = format == .yuv420p8 ? "yuv420p" : "yuv420p10le"
        let cut = "crop=\(size.width):\(size.height):0"
        // Each level of ffmpeg's syntax removes one layer of quotes and backslashes: the filter sees `\:`.
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

    /// Sends the next picture in presentation order with its source; waits while ffmpeg is busy.
    package func compare(_ picture: Picture, with source: Picture) throws {
        precondition(picture.size == size && source.size == size && picture.format == format && source.format == format)
        stacked.removeAll(keepingCapacity: true)
        for plane in 0..<3 {
            stacked += source.storage[source.byteRange(ofPlane: plane)]
            stacked += picture.storage[picture.byteRange(ofPlane: plane)]
        }
        var offset = 0
        while offset < stacked.count {
            // Safe: the array is lent for the call, and at most its remaining bytes are sent.
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
                throw failure("picture \(count) could not be sent: \(unsafe String(cString: strerror(errno)))")
            }
            offset += sent
        }
        count += 1
    }

    /// Ends the comparison, and returns the figures of all pictures in the order of the `compare` calls.
    package func finish() throws -> [Figures] {
        close(socket)
        socket = -1
        let exit = program?.wait()
        guard exit == .code(0) else {
            throw failure("it ended with \(exit.map(String.init(describing:)) ?? "no exit status")")
        }
        guard let document = FileManager.default.contents(atPath: "\(folder)/\(Self.logName)") else {
            throw failure("it wrote no figures")
        }
        return try Self.figures(in: [UInt8](document), count: count, failure: { self.failure($0) })
    }

    /// Parses libvmaf's log, which must have `count` pictures, each once and in order, with figures from 0 to 100.
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
            throw failure("its log is not a log of libvmaf: \(error)")
        }
        guard log.frames.count == count else {
            throw failure("it measured \(log.frames.count) pictures instead of \(count)")
        }
        var figures: [Figures] = []
        for (index, frame) in log.frames.enumerated() {
            guard frame.frameNum == index else { throw failure("picture \(index) is numbered \(frame.frameNum)") }
            let values = models.compactMap { frame.metrics[$0.name] }
            guard values.count == models.count, values.allSatisfy({ (0...100).contains($0) }) else {
                throw failure("picture \(index) has no VMAF from 0 to 100")
            }
            figures.append(Figures(vmaf: values[0], vmafNEG: values[1]))
        }
        return figures
    }

    private func failure(_ cause: String, _ kind: FailureKind = .temporary) -> WorkError {
        let words = FileManager.default.contents(atPath: "\(folder)/\(Self.wordsName)").map {
            String(decoding: $0.suffix(800), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let said = words.map { $0.isEmpty ? "" : "; its output: \($0)" } ?? ""
        return WorkError(
            kind,
            attempted: "measure VMAF with \(tool.version)",
            subject: tool.path,
            cause: cause + said,
            remedy: VMAFTool.remedy
        )
    }
}
