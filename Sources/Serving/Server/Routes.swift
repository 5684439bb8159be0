import HTTPTypes
import Hummingbird

/// Answers one kind of request.
typealias Handler = @Sendable (Request, ServedContext) async throws -> Response

extension Router<ServedContext> {
    /// Adds what answers at an address; other methods are refused with a list of those that are there.
    func add(_ path: String, _ handlers: [(method: HTTPRequest.Method, handler: Handler)]) {
        for (method, handler) in handlers {
            on(RouterPath(path), method: method) { request, context in try await handler(request, context) }
        }
        let known = Set(handlers.map(\.method) + (handlers.contains { $0.method == .get } ? [.head] : []))
        let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
        let allowed = all.filter(known.contains).map(\.rawValue).joined(separator: ", ")
        for method in all where !known.contains(method) {
            on(RouterPath(path), method: method) { _, _ -> Response in
                var problem = Problem(.methodNotAllowed, "This address takes \(allowed).")
                problem.headers["Allow"] = allowed
                throw problem
            }
        }
    }
}

extension ServedContext {
    /// A number in the address. Throws if there is none.
    func number(_ name: String) throws -> Int {
        guard let text = parameters.get(name), let number = Int(text), (1...Int(Int32.max)).contains(number),
            String(number) == text
        else { throw Problem(.notFound, "There is nothing at this address.") }
        return number
    }

    /// The job that the address names. Throws if there is none.
    func job(of farm: Farm) throws -> Farm.Job {
        guard let id = parameters.get("id"), let job = farm.job(id) else {
            throw Problem(.notFound, "There is no such job.", remedy: "The first page lists the jobs.")
        }
        return job
    }
}
