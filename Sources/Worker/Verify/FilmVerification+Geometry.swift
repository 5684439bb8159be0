import ISOMedia
import Media

extension FilmVerification {
    /// Compares clean aperture, display matrix and pixel aspect in the film's header with the wanted geometry.
    package func checkGeometry(_ geometry: FilmGeometry) -> [String] {
        var findings: [String] = []
        func words(_ aperture: CleanAperture?) -> String { aperture.map { "'clap' of \($0)" } ?? "no 'clap'" }
        if film.format.cleanAperture != geometry.cleanAperture {
            findings.append(
                "the film has \(words(film.format.cleanAperture)) instead of \(words(geometry.cleanAperture))"
            )
        }
        let aspect = film.format.pixelAspect ?? .square
        if aspect != geometry.pixelAspect {
            let wanted = geometry.pixelAspect
            findings.append(
                "'pasp' says \(aspect.horizontal):\(aspect.vertical) instead of \(wanted.horizontal):\(wanted.vertical)"
            )
        }
        let header = film.movie.tracks.first { $0.handler == "vide" }?.header
        let matrix = geometry.displayMatrix ?? TransformationMatrix.identity.values
        if let header, header.matrix.values != matrix {
            findings.append("'tkhd' has the display matrix \(header.matrix.values) instead of \(matrix)")
        }
        return findings
    }
}
