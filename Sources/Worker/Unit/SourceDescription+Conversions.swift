import Intake
import Jobs
import Media

/// The conversions of the films of a source, in playing order.
extension SourceDescription {
    /// From the pictures of each film to those that the job encodes.
    ///
    /// - Parameters:
    ///   - size: of the pictures; nil for that of the job.
    ///   - tables: one for each of the job's conversions of colours. None leaves colours as they are.
    /// - Throws: an error if the pictures of a film cannot be placed, which no job allows.
    func conversions(
        for job: ResolvedJob,
        to size: PictureSize? = nil,
        tables: [ColourTable]
    ) throws -> [PictureConversion] {
        let differ = parts.contains { $0.video.chromaLocation != video.chromaLocation }
        return try parts.map { film in
            var conversion = PictureConversion(
                of: film.video,
                for: job.encoder,
                region: job.part?.region,
                shown: job.shownSize
            )
            if let terms = job.terms(for: film) {
                if film.video.isRGB == true { conversion.matrix = job.colours?[terms].source.matrix }
                conversion.colours = tables.isEmpty ? nil : tables[terms]
                conversion.target = tables.isEmpty ? nil : job.colours?[terms].target
            }
            // Without a place of its own, chroma is to the left.
            if differ { conversion.chromaLocation = video.chromaLocation ?? 0 }
            if job.isPlaced == true {
                guard let placement = film.placement(in: conversion.size) else {
                    throw WorkError(
                        .badInput,
                        attempted: "place the pictures of a film in the frame",
                        subject: film.path,
                        cause: "its display matrix turns them by other than quarters",
                        remedy: "Turn the film first."
                    )
                }
                conversion.place(placement, of: film.video)
            }
            if let size, size != conversion.size { conversion.scale(to: size) }
            return conversion
        }
    }

    /// For the scout: the same pictures in the size and format of the source, with colours as they are; as the job
    /// encodes them if tables are given.
    func scoutConversions(for job: ResolvedJob, tables: [ColourTable]) throws -> [PictureConversion] {
        var conversions = try conversions(for: job, tables: tables)
        guard tables.isEmpty else { return conversions }
        let taken = job.part?.region?.size ?? video.size
        for index in conversions.indices {
            conversions[index].format = video.format
            guard job.isPlaced != true else { continue }
            conversions[index].size = taken.roundedUpToEven
            conversions[index].shown = conversions[index].size == taken ? nil : taken
        }
        return conversions
    }
}

extension PictureConversion {
    /// Changes the size, and with it the place of the picture.
    fileprivate mutating func scale(to size: PictureSize) {
        // What is shown of them is rounded like their size.
        shown = nil
        if let place { self.place = place.scaled(from: self.size, to: size) }
        self.size = size
    }
}

extension PictureRegion {
    /// The region in a picture of another size, with even sides.
    fileprivate func scaled(from whole: PictureSize, to size: PictureSize) -> PictureRegion {
        func span(_ start: Int, _ length: Int, _ whole: Int, _ side: Int) -> (start: Int, length: Int) {
            let first = min(start * side / whole / 2 * 2, side - 2)
            let end = max(first + 2, min((start + length) * side / whole / 2 * 2, side))
            return (first, end - first)
        }
        let across = span(left, self.size.width, whole.width, size.width)
        let down = span(top, self.size.height, whole.height, size.height)
        return PictureRegion(
            left: across.start,
            top: down.start,
            size: PictureSize(width: across.length, height: down.length)
        )
    }
}
