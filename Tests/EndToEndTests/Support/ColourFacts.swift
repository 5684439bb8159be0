import Foundation
import TestSupport
import Testing

/// Colour and light of a film as other programs read them.
enum ColourFacts {
    /// Whether these programs are installed.
    static let canBeAsked = FFmpeg.isPresent && Tool.arePresent("mediainfo")

    private static let streamKeys = ["pix_fmt", "color_range", "color_space", "color_transfer", "color_primaries"]
    private static let displayAndLight = ["Mastering display metadata", "Content light level metadata"]

    /// What ffprobe reads from the header of the video stream.
    static func stream(_ film: URL) throws -> [String: String] {
        let words = ["-select_streams", "v:0", "-show_streams", "-of", "json", film.path]
        let document = try object(try FFmpeg.ffprobe(words).output)
        let stream = try #require((document["streams"] as? [[String: Any]])?.first)
        return Dictionary(uniqueKeysWithValues: streamKeys.map { ($0, "\(stream[$0] ?? "-")") })
    }

    /// What ffprobe reads from each decoded picture: its tags, the place of its chroma samples, and its side data about
    /// mastering display and content light.
    static func pictures(_ film: URL) throws -> [[String: String]] {
        let words = ["-select_streams", "v:0", "-show_frames", "-of", "json", film.path]
        let document = try object(try FFmpeg.ffprobe(words).output)
        let frames = try #require(document["frames"] as? [[String: Any]])
        return frames.map { frame in
            var facts = Dictionary(
                uniqueKeysWithValues: (streamKeys + ["chroma_location"]).map { ($0, "\(frame[$0] ?? "-")") }
            )
            for data in frame["side_data_list"] as? [[String: Any]] ?? [] {
                guard let type = data["side_data_type"] as? String, displayAndLight.contains(type) else { continue }
                for (key, value) in data { facts["\(type): \(key)"] = "\(value)" }
            }
            return facts
        }
    }

    /// What mediainfo reads about the video track, from boxes or from the stream.
    static func mediaInfo(_ film: URL) throws -> [String: String] {
        let output = try #require(Tool("mediainfo")).output(["--Output=JSON", film.path])
        let tracks = try #require((object(output)["media"] as? [String: Any])?["track"] as? [[String: Any]])
        let video = try #require(tracks.first { $0["@type"] as? String == "Video" })
        let keys = [
            "BitDepth", "colour_range", "colour_primaries", "transfer_characteristics", "matrix_coefficients",
            "MasteringDisplay_ColorPrimaries", "MasteringDisplay_Luminance", "MaxCLL", "MaxFALL",
        ]
        return Dictionary(uniqueKeysWithValues: keys.map { ($0, video[$0] as? String ?? "-") })
    }

    /// The sample entry of the video, as `granary inspect` prints it.
    static func sampleEntry(_ film: URL) async throws -> [String: Any] {
        let movie = try object(try await Program.granary(["inspect", film.path, "--json"]).output)
        let tracks = try #require(movie["tracks"] as? [[String: Any]])
        return try #require(tracks.first { $0["handler"] as? String == "vide" }?["video"] as? [String: Any])
    }

    private static func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
}
