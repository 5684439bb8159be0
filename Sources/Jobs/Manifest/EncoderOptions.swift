import Media
import Yams

/// The options of x265 and x264 in a manifest: those that may be set, and those of x265 that may not, with their
/// reasons.
///
/// An option may be set if it only changes how well and how fast pictures are coded. Ranges are encoded separately and
/// stitched. So an option must give every range the same parameter sets and a closed GOP, must mean the same in every
/// range, and must give the same bytes on every machine.
package enum EncoderOptions {
    /// Names of the options that may be set, in alphabetical order.
    package static var allowedNames: [String] { allowed.keys.sorted() }

    /// Why an option may not be set; nil if it may, or if no such option exists.
    package static func refusal(of name: String) -> String? { refused[name] }

    /// Reads a mapping of options, and reports what is wrong with it.
    ///
    /// - Parameter path: its place in the manifest, as in `video.options`.
    static func read(
        _ node: Node,
        at path: String,
        _ reader: ManifestReader,
        for codec: VideoCodec
    ) -> [String: String] {
        guard case .mapping(let mapping) = node else {
            let encoder = codec == .hevc ? "x265" : "x264"
            reader.report(
                node,
                path,
                "expected a mapping of \(encoder) options, found \(ManifestReader.kind(of: node))"
            )
            return [:]
        }
        var options: [String: String] = [:]
        for (keyNode, value) in mapping {
            guard case .scalar(let key) = keyNode, case .scalar(let scalar) = value else {
                reader.report(keyNode, path, "an option is a name and a value, as in aq-mode: 3")
                continue
            }
            switch codec == .hevc ? check(key.string, scalar.string) : checkAVC(key.string, scalar.string) {
            case .success(let option):
                if options.updateValue(option.value, forKey: option.name) != nil {
                    reader.report(keyNode, "\(path).\(key.string)", "given more than once", "keep one")
                }
            case .failure(let fault):
                reader.report(
                    fault.isOfValue ? value : keyNode,
                    "\(path).\(key.string)",
                    fault.problem,
                    fault.suggestion
                )
            }
        }
        return options
    }

    /// What is wrong with an option.
    package struct Fault: Error, Hashable, Sendable {
        /// What is wrong, and why.
        package var problem: String
        /// What to do instead.
        package var suggestion = ""
        /// True if the name is correct and the value is not.
        package var isOfValue = false
    }

    /// The canonical name and value of an option, or what is wrong with it.
    package static func check(_ name: String, _ value: String) -> Result<(name: String, value: String), Fault> {
        let spelled = String(name.drop { $0 == "-" }).replacing("_", with: "-")
        let canonical = aliases[spelled] ?? spelled
        if let option = allowed[canonical] {
            if let text = option.canonical(value) { return .success((canonical, text)) }
            let problem = "expected \(option.expected), found \"\(value.prefix(60))\""
            return .failure(Fault(problem: problem, isOfValue: true))
        }
        if let reason = refused[canonical] { return .failure(Fault(problem: "may not be set: \(reason)")) }
        if canonical.hasPrefix("no-"), allowed[String(canonical.dropFirst(3))] != nil {
            return .failure(
                Fault(problem: "is written without \"no-\"", suggestion: "write \(canonical.dropFirst(3)): false")
            )
        }
        let near = NearMiss.of(canonical, among: Array(allowed.keys.sorted()) + refused.keys.sorted())
        return .failure(
            Fault(
                problem: "Granary knows no such option of x265",
                suggestion: near.map { "did you mean \"\($0)\"?" } ?? ""
            )
        )
    }

    /// Other names that x265 accepts for the same options.
    private static let aliases = [
        "rdoq": "rdoq-level", "cip": "constrained-intra", "ip-factor": "ipratio", "pb-factor": "pbratio",
        "level": "level-idc", "log": "log-level", "numa-pools": "pools", "crop-rect": "display-window",
        "hdr-opt": "hdr10-opt", "hdr": "hdr10",
    ]
}
