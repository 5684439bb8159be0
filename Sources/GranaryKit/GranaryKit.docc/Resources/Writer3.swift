import Foundation
import GranaryKit

func encode(_ source: URL, to target: URL) throws {
    let reader = try MovieReader(url: source)
    let film = reader.video
    var properties = CompressionProperties(
        width: film.width,
        height: film.height,
        pixelFormat: film.pixelFormat,
        expectedFrameDuration: film.averageFrameDuration,
        goal: .averageBitRate(1_000_000)
    )
    properties.hasConstantFrameRate = film.hasConstantFrameRate
    properties.colour = (
        film.colourPrimaries,
        film.transferCharacteristics,
        film.matrixCoefficients
    )
}
