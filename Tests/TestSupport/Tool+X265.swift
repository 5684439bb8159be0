extension Tool {
    /// How many temporal levels this x265 can make: 2 up to version 3.5, 5 from 4.0 on, 0 when it does not say which it
    /// is.
    package var x265Levels: Int {
        guard let outcome = try? run(["--version"]) else { return 0 }
        let words = (outcome.output + outcome.errors).split(whereSeparator: \.isWhitespace)
        guard let place = words.firstIndex(of: "version"), place + 1 < words.count else { return 0 }
        return (words[place + 1].prefix { $0.isNumber }.first?.wholeNumberValue ?? 0) >= 4 ? 5 : 2
    }

    /// Options that make this x265 encode so many temporal levels: version 3 makes two without being asked how many.
    package func x265Options(levels: Int) -> [String] {
        x265Levels > 2 ? ["--temporal-layers", "\(levels)"] : ["--temporal-layers"]
    }
}
