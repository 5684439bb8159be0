import Foundation
import HTTPTypes
import Hummingbird
import Reporting

/// How a browser gets past a token: a form, and a session in a cookie that no script sees and no other site sends.
enum SignIn {
    /// Where the form is.
    static let path = "/sign-in"
    private static let cookie = "granary-session"

    /// The session that a request has; nil if it has none.
    static func session(in request: Request) -> String? {
        for header in request.headers[values: .cookie] {
            for pair in header.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                if parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == cookie { return String(parts[1]) }
            }
        }
        return nil
    }

    /// The page with the form.
    ///
    /// - Parameter path: where the browser wanted to go.
    static func page(after path: String, isWrong: Bool) -> PageFrame {
        let wrong: HTMLText = isWrong ? #"<p class="bad" role="alert">This is not the token.</p>"# : ""
        return PageFrame(
            title: "Sign in",
            place: .other,
            """
            <h1>Sign in</h1>
            \(wrong)
            <p>The token is in the file that the server was started with.</p>
            <form method="post" action="\(Self.path)" class="stack">
            <label>Token <input name="token" type="password" autocomplete="current-password" required autofocus></label>
            <input type="hidden" name="next" value="\(local(path))">
            <button>Sign in</button></form>
            """
        )
    }

    /// The answer to the form.
    static func answer(_ form: FormFields, _ token: AccessToken) -> Response {
        guard token.matches(form["token"] ?? "") else {
            return Answer.page(page(after: form["next"] ?? "/", isWrong: true), .forbidden)
        }
        let now = Date().timeIntervalSince1970
        var response = Answer.redirect(to: local(form["next"] ?? "/"))
        response.headers[.setCookie] =
            "\(cookie)=\(token.session(at: now)); Path=/; HttpOnly; SameSite=Strict; "
            + "Max-Age=\(Int(AccessToken.sessionSeconds))"
        return response
    }

    /// A path of this server; its first page in place of anything else.
    private static func local(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C }
        return path.hasPrefix("/") && !path.hasPrefix("//") && isPlain ? path : "/"
    }
}
