import ArgumentParser
import Foundation
import Hooks
import Media

/// The file of the hooks and their outbox, for commands about them.
struct HookPlace: ParsableArguments {
    @OptionGroup var options: HooksOptions

    @Option(
        help: ArgumentHelp(
            "Folder of the messages that wait.",
            discussion:
                "Default: `outbox` in the file of the hooks, else granary/outbox in $XDG_STATE_HOME or "
                + "~/.local/state.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var outbox: String?

    /// The hooks. Throws if there is no file.
    func existing() throws -> HookFile {
        if let file = try HookFile(at: options.path) { return file }
        throw FileFailure(missing: options.path, attempted: "read the hooks")
    }

    /// The outbox.
    ///
    /// - Parameter file: the hooks; nil without a file.
    func outbox(of file: HookFile?) throws -> Outbox {
        if let outbox { return Outbox(path: URL(filePath: outbox).standardizedFileURL.path) }
        if let path = file?.outbox { return Outbox(path: path) }
        if let standard = Outbox.standard() { return standard }
        throw FileFailure(
            kind: .usage,
            attempted: "find the outbox",
            subject: options.path,
            cause: "the file names no outbox, and there is no home folder",
            remedy: "give the folder with --outbox"
        )
    }
}
