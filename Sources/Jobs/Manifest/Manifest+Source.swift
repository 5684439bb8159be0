import Media
import Yams

extension Manifest {
    /// Most films in a list.
    static let filmLimit = 1000
    private static let pathRemedy = "write the path of the film to encode"

    /// Reads `source`: a path, a mapping with a path, or films to be joined. The films are a list, or the key `films`
    /// of a mapping whose `start` and `duration` apply to all of them together, and its `frameRate` to each that has
    /// none of its own.
    mutating func readSource(_ document: ManifestSection, folder: String) {
        switch document["source"] {
        case nil: document.report("source", "is missing", "write the path of the film to encode: source: film.mov")
        case .sequence(let nodes): readFilms(nodes, at: "source", document, key: "source", folder: folder)
        case .mapping(let mapping):
            guard let section = document.reader.section(.mapping(mapping), at: "source") else { return }
            if let films = section["films"] {
                let keys = ["path", "track", "colour", "deinterlace", "fit", "enlarge"]
                for key in keys where section.has(key) {
                    section.report(
                        key,
                        "is given together with a list of films",
                        "write it for each of them: films: [{\(key): ...}]"
                    )
                }
                guard case .sequence(let nodes) = films else {
                    section.report("films", "expected a list of films, found \(ManifestReader.kind(of: films))")
                    return
                }
                readFilms(nodes, at: "source.films", section, key: "films", folder: folder)
                if let rate = Self.reading(section).frameRate {
                    for index in self.films.indices where self.films[index].reading.frameRate == nil {
                        self.films[index].reading.frameRate = rate
                    }
                }
            } else {
                if section["path"] == nil { section.report("path", "is missing", Self.pathRemedy) }
                if let path = section.text("path") { source = absolute(path, "path", in: section, folder: folder) }
                reading = Self.reading(section)
                (fit, isEnlarged) = Self.fit(section)
            }
            (start, duration) = Self.part(section)
        default:
            if let path = document.text("source") { source = absolute(path, "source", in: document, folder: folder) }
        }
    }

    private mutating func readFilms(
        _ nodes: Node.Sequence,
        at path: String,
        _ section: ManifestSection,
        key: String,
        folder: String
    ) {
        if nodes.isEmpty { section.report(key, "the list has no films", "write at least one") }
        if nodes.count > Self.filmLimit { section.report(key, "a list has at most \(Self.filmLimit) films") }
        for (index, node) in nodes.prefix(Self.filmLimit).enumerated() {
            let place = "\(path)[\(index)]"
            if case .scalar(let scalar) = node {
                films.append(ListedFilm(path: absolute(scalar.string, key, in: section, folder: folder)))
                continue
            }
            guard case .mapping = node else {
                let found = ManifestReader.kind(of: node)
                section.reader.report(node, place, "expected the path of a film, or a mapping with one, found \(found)")
                continue
            }
            guard let item = section.reader.section(node, at: place) else { continue }
            if item["path"] == nil { item.report("path", "is missing", Self.pathRemedy) }
            guard let path = item.text("path") else { continue }
            var film = ListedFilm(path: absolute(path, "path", in: item, folder: folder))
            film.reading = Self.reading(item)
            (film.fit, film.isEnlarged) = Self.fit(item)
            (film.start, film.duration) = Self.part(item)
            films.append(film)
        }
        source = films.first?.path ?? ""
    }

    /// Settings for what a file does not declare.
    private static func reading(_ section: ManifestSection) -> SourceReading {
        SourceReading(
            track: section.integer("track", in: 0...999),
            frameRate: section.value("frameRate", expected: "frames a second, as in 24, 29.97 or 30000/1001") {
                Quantity.frameRate($0)
            },
            colour: Video.colour(section)?.description,
            deinterlacing: Video.deinterlacing(section)
        )
    }

    /// How pictures are brought into the frame.
    private static func fit(_ section: ManifestSection) -> (FrameFit?, isEnlarged: Bool?) {
        (section.choice("fit", FrameFit.self), section.flag("enlarge"))
    }

    /// The part of the film that is encoded.
    private static func part(_ section: ManifestSection) -> (start: MediaTime?, duration: MediaTime?) {
        let (start, duration) = (section.time("start"), section.time("duration"))
        if let duration, duration <= .zero { section.report("duration", "must be longer than 0") }
        return (start, duration)
    }
}
