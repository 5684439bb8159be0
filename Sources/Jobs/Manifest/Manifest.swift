package import Media

/// What a user asks for: a manifest as it was written, or the options of `granary encode`.
///
/// Nil means "not given": a preset fills it, or a default. `ResolvedJob.resolving` settles all of it.
package struct Manifest: Hashable, Sendable {
    /// The version of the format, the value of `apiVersion`.
    package static let apiVersion = "granary/v1"

    /// What messages call the manifest: the path as the user named it.
    package var file: String
    /// Name of the job.
    package var name: String?
    /// Absolute path of the film to encode.
    package var source: String
    /// The films of a list, which are played one after the other; empty when the source is one film. `source` is then
    /// the first one's path, `reading` says what holds for all of them, and `start` and `duration` count over all of
    /// them together.
    package var films: [ListedFilm] = []
    /// How it is read, where the file does not say it itself.
    package var reading = SourceReading.standard
    /// Where in it the film begins; nil for its start.
    package var start: MediaTime?
    /// How much of it is taken from there on; nil for the rest.
    package var duration: MediaTime?
    /// Absolute path of the film to make.
    package var output: String
    /// Fills what is not given.
    package var preset: ExportPreset?
    /// How the picture is encoded.
    package var video = Video()
    /// How many passes there may be.
    package var passes = Passes()
    /// How the film may be cut.
    package var ranges = RangeLimits.standard
    /// Which sound tracks are carried; nil for all that MP4 can hold, or for what the preset says.
    package var audio: Audio?
    /// What happens when something cannot be carried.
    package var onLoss = LossPolicy.warn
    /// How much is verified.
    package var verification = Verification.full
    /// 0 to 100, higher first.
    package var priority = 50
    /// Name in the user's own system.
    package var externalID = ""
    /// What is asked of Slurm, over what the site asks for.
    package var slurm = SlurmOptions()
    /// Where each given key stands, by its path; empty when the job was not read from a file.
    package var positions: [String: TextPosition] = [:]

    /// Creates a job with defaults for all but its two files. Both paths are absolute.
    package init(file: String, source: String, output: String) {
        self.file = file
        self.source = source
        self.output = output
    }

    /// One film of a list.
    package struct ListedFilm: Hashable, Sendable {
        /// Absolute path.
        package var path: String
        /// How it is read, where the file does not say it itself.
        package var reading = SourceReading.standard
        /// Where in it its part begins; nil for its start.
        package var start: MediaTime?
        /// How much of it is taken from there on; nil for the rest.
        package var duration: MediaTime?

        /// All of a film, as its file says.
        package init(path: String) { self.path = path }
    }

    /// How the picture is encoded.
    package struct Video: Hashable, Sendable {
        /// A box that the coded picture fits in; nil for the size of the source.
        package var box: PictureSize?
        /// True when `size` was given, so that a preset does not replace it.
        package var isSizeGiven = false
        /// What is cut off each edge of the source's picture; nil for nothing.
        package var crop: Crop?
        /// 8 or 10; nil for auto.
        package var bitDepth: Int?
        /// x265 preset.
        package var speed: String?
        /// x265 tune, or `none`.
        package var tune: String?
        /// What the film aims at.
        package var rate: RateGoal?
        /// The metric that an average rate is spent for; nil for `balanced`.
        package var optimize: QualityMetric?
        /// Highest rate at which a decoder's buffer is filled, in bit/s; nil for no bound.
        package var maximumRate: Int?
        /// Size of that buffer in bits; nil for a second of the highest rate.
        package var bufferBits: Int?
        /// Whether the stream says when pictures leave that buffer.
        package var declaresBuffer = false
        /// Longest distance of IDR pictures; nil for the default.
        package var keyFrameInterval: MediaTime?
        /// Temporal levels; nil for a single one.
        package var temporal: TemporalRequest?
        /// What the source must be; nil for auto.
        package var range: DynamicRange?
        /// Tags for an untagged source; nil parts are the source's.
        package var colour = Colour()
        /// Mastering display; nil for the source's.
        package var masteringDisplay: MasteringDisplay?
        /// Content light levels.
        package var contentLight = ContentLightChoice.source
        /// Other x265 options, checked.
        package var options: [String: String] = [:]

        /// Everything as the source and the preset have it.
        package init() {}
    }

    /// What is cut off the edges of a picture, in luma samples and rows, before it is turned or scaled.
    package struct Crop: Hashable, Sendable {
        /// Samples off the left edge, even.
        package var left = 0
        /// Rows off the upper edge, even.
        package var top = 0
        /// Samples off the right edge.
        package var right = 0
        /// Rows off the lower edge.
        package var bottom = 0

        /// Nothing.
        package init() {}

        /// What is left of a picture; nil when that is nothing.
        package func region(of size: PictureSize) -> PictureRegion? {
            let (width, height) = (size.width - left - right, size.height - top - bottom)
            guard width > 0, height > 0 else { return nil }
            return PictureRegion(left: left, top: top, size: PictureSize(width: width, height: height))
        }
    }

    /// How the number of temporal levels is asked for.
    package enum TemporalRequest: Hashable, Sendable {
        /// So many, 1 to 5.
        case levels(Int)
        /// So many that the lowest one has this frame rate, which is the source's over a power of two.
        case baseLayerFrameRate(Double)
    }

    /// H.273 codes for a source that has none; nil for the source's own.
    package struct Colour: Hashable, Sendable {
        /// ColourPrimaries.
        package var primaries: UInt8?
        /// TransferCharacteristics.
        package var transfer: UInt8?
        /// MatrixCoefficients.
        package var matrix: UInt8?
        /// VideoFullRangeFlag.
        package var isFullRange: Bool?

        /// The source's tags.
        package init() {}
    }

    /// Where content light levels come from.
    package enum ContentLightChoice: Hashable, Sendable {
        /// The source's; measured where a PQ source has none.
        case source
        /// Measured, whatever the source says.
        case measure
        /// None.
        case none
        /// These.
        case levels(ContentLight)
    }

    /// What a source must be.
    package enum DynamicRange: String, Hashable, Sendable, CaseIterable {
        /// Neither PQ nor HLG.
        case sdr
        /// HLG.
        case hlg
        /// PQ.
        case hdr10
    }

    /// How many passes there may be.
    package struct Passes: Hashable, Sendable {
        /// Most passes; nil for auto.
        package var maximum: Int?
        /// Largest miss that is accepted, as a fraction.
        package var tolerance = 0.005
        /// CPU time of further passes, as a fraction.
        package var budget = 0.1

        /// The defaults.
        package init() {}
    }

    /// Which sound tracks are carried.
    package enum Audio: Hashable, Sendable {
        /// Every one that MP4 can hold.
        case copy
        /// None.
        case none
        /// These, copied.
        case tracks([TrackSelector])
        /// These, or every one for nil, encoded as AAC where the film cannot hold them as they are.
        case aac([TrackSelector]?)
    }

    /// One or more sound tracks of a source.
    package enum TrackSelector: Hashable, Sendable {
        /// The track with this number among the sound tracks, from 0.
        case index(Int)
        /// Every track in this language (ISO 639-2/T).
        case language(String)
    }
}
