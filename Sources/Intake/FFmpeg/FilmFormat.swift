import FFmpeg

/// The libavformat formats of films: files that contain their own pictures. All others are refused.
///
/// Lists of other files (playlists, numbered pictures, session descriptions), scripts, devices, and formats that
/// libavformat can only guess are not included.
enum FilmFormat {
    private static let containers = [
        "mov", "mp4", "matroska", "webm", "mpegts", "mpeg", "mxf", "avi", "asf", "asf_o", "flv", "ogg", "nut", "gxf",
        "lxf", "dv", "rm", "wtv", "nsv", "pva", "swf", "yuv4mpegpipe", "gif", "apng",
    ]

    /// Elementary streams without a container, or with no more than a length before each picture.
    private static let bareStreams = [
        "av1", "obu", "ivf", "h261", "h263", "h264", "hevc", "vvc", "evc", "mpegvideo", "m4v", "vc1", "vc1test", "avs2",
        "avs3", "cavsvideo", "dirac", "dnxhd", "mjpeg", "mjpeg_2000",
    ]

    /// Names; each is one of the names of a libavformat format.
    static let names = containers + bareStreams

    /// Text formats that an AVI may embed as files in memory; by themselves they are not films.
    private static let nested = ["srt", "ass"]

    /// The formats that libavformat may open, in the syntax of its option.
    static let allowed = (names + nested).joined(separator: ",")

    /// Formats that name other files, which contain the pictures.
    private static let lists: Set = [
        "concat", "dash", "hls", "image2", "imf", "mlv", "rtsp", "sdp", "vobsub", "webm_dash_manifest",
    ]

    /// Checks that the format of a file is one of a film.
    ///
    /// - Parameter format: the format that libavformat detected.
    /// - Returns: whether it is an elementary stream.
    static func isBareStream(_ format: ContainerFormat, of path: String) throws(IntakeError) -> Bool {
        let own = Set(format.name.split(separator: ",").map(String.init))
        guard own.isDisjoint(with: names) else { return !own.isDisjoint(with: bareStreams) }
        throw IntakeError.foreignFormat(
            path,
            name: format.name,
            longName: format.longName ?? format.name,
            isList: !own.isDisjoint(with: lists),
            readable: names
        )
    }
}
