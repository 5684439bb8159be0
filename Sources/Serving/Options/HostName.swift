import Glibc

/// The host of a `Host` header or of an address to listen on, without its port.
struct HostName: Hashable {
    /// In lower case, without the brackets of an IPv6 address.
    let name: String

    /// Reads a host with or without a port.
    init(_ text: String) {
        let lower = text.lowercased()
        if lower.hasPrefix("["), let end = lower.firstIndex(of: "]") {
            name = String(lower[lower.index(after: lower.startIndex)..<end])
        } else if lower.count(where: { $0 == ":" }) == 1 {
            name = String(lower.prefix { $0 != ":" })
        } else {
            name = lower
        }
    }

    /// Whether it is an address. A name can be made to lead anywhere by who owns it, an address cannot.
    var isAddress: Bool {
        var (four, six) = (in_addr(), in6_addr())
        // Safe: the calls fill local structures of their own sizes, and do not keep the text.
        return unsafe inet_pton(AF_INET, name, &four) == 1 || inet_pton(AF_INET6, name, &six) == 1
    }
}
