/// The creation time of a film, from FFmpeg's text (ISO 8601 in UTC) to MP4's number.
enum CreationTime {
    /// Seconds since the start of 1904 of a time such as `2018-05-24T09:36:01.000000Z`; nil if the text is not a time,
    /// or too early.
    static func seconds(_ text: String) -> Int64? {
        let fields = text.prefix(19).split(whereSeparator: { "-T: ".contains($0) }).map { Int64($0) }
        guard fields.count == 6, let year = fields[0], let month = fields[1], let day = fields[2], let hour = fields[3],
            let minute = fields[4], let second = fields[5], (1904...9999).contains(year), (1...12).contains(month),
            (1...31).contains(day), (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        // Days since 1 March of year 0: leap days then come last in their years.
        let years = month > 2 ? year : year - 1
        let days = 365 * years + years / 4 - years / 100 + years / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let origin: Int64 = 365 * 1903 + 1903 / 4 - 1903 / 100 + 1903 / 400 + (153 * 10 + 2) / 5
        return ((days - origin) * 24 + hour) * 3600 + minute * 60 + second
    }
}
