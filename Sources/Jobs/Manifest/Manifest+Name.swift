import Foundation
import Media

extension Manifest {
    /// What the user calls the film: the name, or else the name of the output.
    package var filmName: String { name ?? URL(filePath: output).deletingPathExtension().lastPathComponent }

    /// Absolute paths of all files that its job reads.
    package var readPaths: [String] {
        let films = films.isEmpty ? [source] : films.map(\.path)
        let metadata = (video.dynamicMetadata?.files ?? [:]).sorted { $0.value < $1.value }.map(\.value)
        return films + metadata + (video.burning?.fonts ?? []).map(\.path)
    }

    /// Absolute paths of all files that its job makes.
    package var madePaths: [String] { [output] + furtherOutputs.map(\.path) + stills.map(\.path) }
}
