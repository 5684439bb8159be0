/// A number with its noun: `1 range`, `2 ranges`.
///
/// - Parameter plural: what more or fewer than one are called, where an `s` does not do.
public func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
}
