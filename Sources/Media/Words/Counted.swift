/// A number with its noun: `1 range`, `2 ranges`.
///
/// - Parameter plural: the plural of the noun, if it is not formed with `s`.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
}
