import Encoding
import Foundation
import Jobs
import Media
import Platform
import SlurmEngine
import Storage
import Worker

extension Doctor {
    /// The findings about a cluster: its commands, its controller, and one node, which answers through the jobs folder.
    static func clusterFindings(jobsFolder: String, patienceSeconds: Int) -> [DoctorFinding] {
        let command = SlurmCommand()
        let found = commands(command)
        guard !found.contains(where: { $0.severity == .missing }) else { return found }
        let controller = controller(command)
        guard controller.severity == .good else { return found + [controller] }
        do {
            let access = SlurmAccess(try SlurmSite.options())
            let report = try SlurmProbe(access).ask(in: jobsFolder, patienceSeconds: patienceSeconds)
            return found + [controller] + node(report, jobsFolder: jobsFolder)
        } catch let error as any ExplainedError {
            return found + [
                controller,
                DoctorFinding(
                    subject: "a node",
                    severity: .missing,
                    finding: "\(error.subject): \(error.cause)",
                    remedy: error.remedy
                ),
            ]
        } catch {
            let words = "could not be checked: \(error.localizedDescription)"
            return found + [controller, DoctorFinding(subject: "a node", severity: .missing, finding: words)]
        }
    }

    private static func commands(_ command: SlurmCommand) -> [DoctorFinding] {
        SlurmTool.allCases.map { tool in
            if let path = command.path(of: tool) {
                return DoctorFinding(subject: tool.rawValue, severity: .good, finding: path)
            }
            return DoctorFinding(
                subject: tool.rawValue,
                // Without accounts, the controller reports how jobs ended.
                severity: tool == .sacct ? .note : .missing,
                finding: "not in the search path",
                packages: ["slurm-client"]
            )
        }
    }

    private static func controller(_ command: SlurmCommand) -> DoctorFinding {
        do throws(SlurmError) {
            let configuration = SlurmConfiguration(lines: try command.run(.scontrol, ["show", "config"]))
            let accounts = configuration.keepsAccounts ? "keeps accounts" : "keeps no accounts"
            return DoctorFinding(
                subject: "controller",
                severity: .good,
                finding: "Slurm \(configuration.version), arrays of \(configuration.maximumArraySize) tasks, "
                    + "remembers ended jobs for \(configuration.rememberedSeconds) s, \(accounts)"
            )
        } catch {
            return DoctorFinding(
                subject: "controller",
                severity: .missing,
                finding: "does not answer: \(error.cause)",
                remedy: "`scontrol ping` shows more; SLURM_CONF names the cluster's configuration"
            )
        }
    }

    private static func node(_ report: SlurmNodeReport, jobsFolder: String) -> [DoctorFinding] {
        let own = WorkSite.builds
        let differing = [
            ("granary", own.granary, report.builds.granary), ("libx265", own.encoder, report.builds.encoder),
            ("FFmpeg", own.reader, report.builds.reader),
        ].filter { $0.1 != $0.2 }
        let builds = DoctorFinding(
            subject: "node's builds",
            severity: differing.isEmpty ? .good : .missing,
            finding: differing.isEmpty
                ? "granary \(own.granary), \(own.encoder), as on this machine"
                : differing.map { "\($0.0) is \($0.2), but \($0.1) on this machine" }.joined(separator: "; "),
            remedy: differing.isEmpty ? "" : "install the same builds on every node, or use a shared folder or a module"
        )
        let free = report.scratchByteCount.map { ", \(ByteSize(Int64(clamping: $0))) free" } ?? ""
        let scratch = DoctorFinding(
            subject: "node's scratch",
            severity: report.scratchNetwork != nil ? .missing : report.scratchByteCount ?? 0 < 2 << 30 ? .note : .good,
            finding: report.scratch + (report.scratchNetwork.map { " is on \($0)" } ?? free),
            remedy: report.scratchNetwork == nil ? "" : "set TMPDIR to a folder on the node's own disk"
        )
        // All sets of instructions give the same bytes; only the time differs.
        let processor = DoctorFinding(
            subject: "node's processor",
            severity: .good,
            finding: "libx265 uses \(report.instructionSets)"
        )
        let folder = DoctorFinding(
            subject: "node \(report.node)",
            severity: .good,
            finding: "reads and writes \(jobsFolder), as this machine does"
        )
        return [folder, builds, scratch, processor]
    }

    /// Writes the answer of a node; `granary doctor --engine slurm` starts this on the node.
    static func answer(in folder: String) throws {
        let token = try String(contentsOfFile: "\(folder)/\(SlurmProbe.tokenName)", encoding: .utf8)
        let scratch = ScratchPlace.standard
        let environment = ProcessInfo.processInfo.environment
        let report = SlurmNodeReport(
            token: token,
            node: environment["SLURMD_NODENAME"] ?? ProcessInfo.processInfo.hostName,
            builds: WorkSite.builds,
            scratch: scratch,
            scratchByteCount: Machine.availableBytes(at: scratch),
            scratchNetwork: Machine.networkFileSystem(at: scratch),
            instructionSets: X265Library.capabilities().instructionSets
        )
        let data = try JSONEncoder().encode(report)
        try data.write(to: URL(filePath: "\(folder)/\(SlurmProbe.reportName)"), options: .atomic)
    }
}
