import Confinement
import Encoding
import Foundation
import Hooks
import Intake
import Jobs
import Media
import Platform
import Worker

extension Doctor {
    /// The findings of all checks of this machine, for a folder of jobs.
    static func findings(jobsFolder: String) -> [DoctorFinding] {
        libraries() + (Machine.isProgramInCheckout ? tools() : []) + [
            sandbox(), judge(), folder(jobsFolder), space(jobsFolder), sharedMemory(), memory(), processors(),
        ] + [hooks()].compactMap(\.self)
    }

    private static func libraries() -> [DoctorFinding] {
        // Loaded by those who need it.
        _ = (FilmReader.loadFilters(), FilmReader.loadSubtitles())
        let needed: [(name: String, package: String, purpose: String)] = [
            ("libx265", "libx265-dev", "encoding"), ("libx264", "libx264-dev", "encoding H.264"),
            ("libavformat", "libavformat-dev", "reading films"),
            ("libavcodec", "libavcodec-dev", "decoding films"),
            ("libavutil", "libavutil-dev", "reading and decoding films"),
            ("libavfilter", "libavfilter-dev", "filters of pictures"),
            ("libass", "libass-dev", "drawing subtitles"),
            ("libswresample", "libswresample-dev", "converting audio"),
            ("libzimg", "libzimg-dev", "scaling"), ("libde265", "libde265-dev", "verification"),
            ("liblmdb", "liblmdb-dev", "stores"), ("libxxhash", "libxxhash-dev", "checksums"),
            ("libcrypto", "libssl-dev", "checksums of files"),
            ("libsqlite3", "libsqlite3-dev", "the history of benchmarks"),
        ]
        return needed.map { library in
            // The program would not have started without a library that it is linked with.
            // FFmpeg may have loaded a second libx265.
            let encoder = library.name == "libx265" ? X265Library.capabilities() : nil
            if let path = Machine.loadedLibrary(library.name, version: encoder?.build) {
                let abilities = encoder.map { ": \($0.version), temporal levels \($0.temporalLevelWords)" } ?? ""
                return DoctorFinding(
                    subject: library.name,
                    severity: .good,
                    finding: "\(path), for \(library.purpose)\(abilities)"
                )
            }
            return DoctorFinding(
                subject: library.name,
                severity: .note,
                finding: "for \(library.purpose); this program does not load it: it is built in, or not needed",
                packages: [library.package]
            )
        }
    }

    /// What those need who change Granary.
    private static func tools() -> [DoctorFinding] {
        let known: [(name: String, package: String, purpose: String)] = [
            ("pkg-config", "pkg-config", "needed to build Granary"),
            ("make", "make", "needed for make demo and make test"),
            ("ffmpeg", "ffmpeg", "tests and benchmarks make and read films with it"),
            ("x265", "x265", "benchmarks compare with it"), ("mediainfo", "mediainfo", "tests read films with it"),
            ("libde265-dec265", "libde265-examples", "tests decode films with it"),
            ("mdb_stat", "lmdb-utils", "tests read stores with it"),
            ("chromium", "chromium", "tests check reports in it"),
            ("x264", "x264", "benchmarks compare with it"),
            ("python3", "python3", "needed for the set-up, the manual page and benchmarks"),
        ]
        return known.map { tool in
            if let path = SearchPath.program(tool.name) {
                return DoctorFinding(subject: tool.name, severity: .good, finding: path)
            }
            return DoctorFinding(
                subject: tool.name,
                severity: .note,
                finding: "not in the search path; \(tool.purpose); encoding does not need it",
                packages: [tool.package]
            )
        }
    }

    private static func sandbox() -> DoctorFinding {
        let offer = KernelOffer.current
        guard !offer.isComplete else {
            return DoctorFinding(
                subject: "sandbox",
                severity: .good,
                finding: "Landlock \(offer.landlock) and filtered system calls confine processes that read films"
            )
        }
        let rest =
            offer.landlock > 0
            ? "Landlock \(offer.landlock)" : offer.filtersCalls ? "filtered system calls" : ""
        return DoctorFinding(
            subject: "sandbox",
            severity: .note,
            finding: offer.obstacles.joined(separator: "; ")
                + ": processes that read films are "
                + (rest.isEmpty ? "not confined" : "confined only by \(rest)"),
            remedy: "Linux 5.13 and newer has both if Landlock is enabled (lsm=landlock,...); containers must allow "
                + "these system calls"
        )
    }

    private static func judge() -> DoctorFinding {
        do throws(WorkError) {
            let tool = try VMAFTool.find()
            return DoctorFinding(
                subject: "libvmaf",
                severity: .good,
                finding: "\(tool.path) (\(tool.version)) measures VMAF"
            )
        } catch {
            return DoctorFinding(
                subject: "libvmaf",
                severity: .note,
                finding: "\(error.cause): films cannot have a target VMAF",
                remedy: error.remedy
            )
        }
    }

    /// The operator's hooks; nil without a file.
    private static func hooks() -> DoctorFinding? {
        var finding = DoctorFinding(subject: "hooks", severity: .good, finding: HookFile.standardPath)
        do {
            guard let file = try HookFile(at: HookFile.standardPath) else { return nil }
            finding.finding += " has \(counted(file.hooks.count, "hook"))"
            let calls = file.hooks.contains { if case .webhook = $0.action { true } else { false } }
            if calls, HookSender.curl() == nil {
                finding.severity = .note
                finding.finding += ", which cannot be called without curl"
                finding.packages = ["curl"]
            }
        } catch {
            finding.severity = .note
            finding.finding += ": \(error.cause)"
            finding.remedy = error.remedy
        }
        return finding
    }

    private static func folder(_ path: String) -> DoctorFinding {
        var finding = DoctorFinding(subject: "jobs folder", severity: .good, finding: path)
        if !Machine.isWritable(path) {
            finding.severity = .missing
            finding.finding += " is not writable"
            finding.remedy = "name another folder with --jobs or GRANARY_JOBS"
        } else if let name = Machine.networkFileSystem(at: path) {
            finding.severity = .note
            finding.finding += " is on \(name): workers write their stores in local scratch and copy them here"
        }
        return finding
    }

    private static func space(_ path: String) -> DoctorFinding {
        guard let available = Machine.availableBytes(at: path) else {
            return DoctorFinding(subject: "free space", severity: .note, finding: "unknown for \(path)")
        }
        let isShort = available < 2 << 30
        return DoctorFinding(
            subject: "free space",
            severity: isShort ? .note : .good,
            finding: "\(gigabytes(available)) for jobs",
            remedy: isShort ? "a film needs about three times the size of its MP4; name another folder with --jobs" : ""
        )
    }

    private static func sharedMemory() -> DoctorFinding {
        let path = "/dev/shm"
        guard let available = Machine.availableBytes(at: path), FileManager.default.fileExists(atPath: path),
            Machine.isWritable(path)
        else {
            return DoctorFinding(
                subject: path,
                severity: .note,
                finding: "missing or not writable; pass 2 uses a temporary folder for the statistics of x265",
                remedy: "mount -t tmpfs tmpfs /dev/shm"
            )
        }
        let isShort = available < 256 << 20
        return DoctorFinding(
            subject: path,
            severity: isShort ? .note : .good,
            finding: "\(gigabytes(available)) free",
            remedy: isShort ? "mount -o remount,size=1G /dev/shm" : ""
        )
    }

    private static func memory() -> DoctorFinding {
        guard let available = Machine.availableMemory else {
            return DoctorFinding(subject: "memory", severity: .note, finding: "unknown")
        }
        let isShort = available < 2 << 30
        return DoctorFinding(
            subject: "memory",
            severity: isShort ? .note : .good,
            finding: "\(gigabytes(available)) available",
            remedy: isShort ? "a worker takes about 0.7 GB at 1080p and 2.2 GB at 2160p; use fewer --workers" : ""
        )
    }

    private static func processors() -> DoctorFinding {
        let count = ProcessInfo.processInfo.activeProcessorCount
        return DoctorFinding(subject: "processors", severity: .good, finding: "\(count), one worker for each")
    }

    private static func gigabytes(_ bytes: UInt64) -> String {
        let tenths = (bytes * 10) >> 30
        return "\(tenths / 10).\(tenths % 10) GiB"
    }
}
