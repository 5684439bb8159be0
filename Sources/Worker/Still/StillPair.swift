import Foundation
import Media

/// A still of a film and the seconds of the film around it, which readers show as one: they have the same content
/// identifier.
package struct StillPair: Hashable, Sendable {
    /// The still.
    package let still: StillResult
    /// The movie.
    package let movie: StillMovie
    /// The identifier of both: a new UUID in upper case.
    package let identifier: String

    /// Makes both files. The movie has the size, the colours and the turn of the still, and as rate factor the
    /// quantiser of its quality, or of the standard quality for a still that a number of bytes limits.
    ///
    /// - Parameter memoryFolder: for small files of libx265 that the process may write.
    package init(_ film: FilmStill, memoryFolder: String) throws {
        guard !film.source.isStill else {
            throw stillFailure(.usage, film.source.path, "it is a still, which does not move", "leave out --pair")
        }
        identifier = UUID().uuidString
        var film = film
        film.contentIdentifier = identifier
        still = try film.make()
        guard let choice = still.choice else { throw stillFailure(.bug, film.source.path, "it has no frame") }
        movie = try StillMovie(
            film.source,
            around: choice.frame,
            identifier: identifier,
            colours: film.colours,
            geometry: film.geometry,
            rateFactor: StillAssembly.rateFactor(of: film.request),
            memoryFolder: memoryFolder
        )
    }
}
