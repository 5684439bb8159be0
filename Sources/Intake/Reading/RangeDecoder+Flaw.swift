/// The possible results of a decoding step.
extension RangeDecoder {
    /// Why a frame cannot be decoded from this start.
    struct Flaw {
        enum Place {
            /// In a packet: its picture is still to come, if it can be decoded.
            case packet
            /// In a picture of the film that came out.
            case picture(Int)
            /// Before a picture that came out: earlier ones are missing.
            case missing(before: Int)
            /// At the end of the file: no further picture comes out.
            case end
        }

        let place: Place
        let frame: Int?
        let cause: String

        init(_ place: Place, frame: Int?, cause: String) {
            self.place = place
            self.frame = frame
            self.cause = cause
        }
    }

    enum Step {
        case nothing
        case picture(Int)
        case flaw(Flaw)
    }
}
