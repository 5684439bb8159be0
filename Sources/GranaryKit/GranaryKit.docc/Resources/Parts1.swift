import Foundation
import GranaryKit

func encode(_ source: URL, to target: URL) throws {
    let reader = try MovieReader(url: source)
    let film = reader.video
    let properties = CompressionProperties(of: film, goal: .averageBitRate(1_000_000))
}
