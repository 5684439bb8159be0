import Checksums
import FFmpeg
import ISOMedia
import Media

/// Colour metadata of a container in addition to codes and light: an ICC profile and the Dolby Vision configuration
/// record.
struct ContainerColour {
    /// The ICC profile, if it can be carried.
    private(set) var profile: ColourProfile?
    /// The Dolby Vision configuration record.
    let dolbyVision: DolbyVision?
    /// Warnings about values that are ignored or unreliable, one line each.
    private(set) var warnings: [String] = []
    /// Valid metadata that is not carried, one line each.
    private(set) var leftovers: [String] = []

    /// Reads the boxes. For Dolby Vision in other containers, uses what FFmpeg found.
    init(_ demuxer: Demuxer, stream index: Int, entry: VisualSampleEntry?, opening: OpeningPicture) {
        dolbyVision = entry?.dolbyVision?.configuration ?? demuxer.stream(index).dolbyVision
        takeProfile(of: entry)
        if entry?.colourProfile == nil, opening.hasColourProfile {
            leftovers.append("ICC colour profile in the pictures of the video track")
        }
        if let dolbyVision {
            if dolbyVision.baseLayer == .unsaid {
                warnings.append(
                    "Dolby Vision profile \(dolbyVision.profileName) does not say whether its pictures can be shown "
                        + "without its metadata: Granary believes their colour tags"
                )
            }
        } else if opening.hasDolbyVisionUnits {
            warnings.append(
                "the pictures have Dolby Vision metadata, and the container does not say which profile: if it is 5, "
                    + "their colours differ from their tags, and the colours of the film will be wrong"
            )
        }
    }

    private mutating func takeProfile(of entry: VisualSampleEntry?) {
        do throws(MovieError) {
            guard let profile = try entry?.readProfile() else { return }
            if let obstacle = profile.obstacle {
                leftovers.append("ICC colour profile of the video track (\(profile)): \(obstacle)")
            } else {
                self.profile = ColourProfile(profile)
            }
        } catch {
            warnings.append("the container: \(error.subject): \(error.cause): it is ignored")
        }
    }
}

extension ColourProfile {
    /// What is recorded of a profile that was read.
    init(_ profile: ICCProfile) {
        // Safe: the bytes of an array of integers are all initialised, and lent for the call only.
        let sha256 = unsafe SHA256Digest.of(profile.bytes.span.bytes)
        self.init(byteCount: profile.bytes.count, sha256: sha256, words: "\(profile)")
    }
}
