package import Foundation

extension Tool {
    /// Writes a shell script that can be run, in place of one of the same name, and returns it.
    ///
    /// A child writes it. If this process had it open for writing, a program that another test starts at that moment
    /// would keep it open, and the script could not be run ("text file busy").
    /// - Parameters:
    ///   - url: the script's file.
    ///   - shell: the shell that runs it, as "sh".
    ///   - body: its lines.
    /// - Throws: ``Failure`` when it cannot be written.
    @discardableResult
    package static func script(at url: URL, shell: String = "sh", _ body: String) throws -> Tool {
        let write = #"rm -f "$1" && printf '#!/bin/%s\n%s\n' "$2" "$3" > "$1" && chmod 755 "$1""#
        try Tool(at: URL(filePath: "/bin/sh")).output(["-c", write, "sh", url.path, shell, body])
        return Tool(at: url)
    }
}
