// fuzzes: HTTPCore
// The readers of single values: none may trap, and what they give must be well formed.

private let router: Router<Int> = {
  var router = Router<Int>()
  router.add(.get, "/a/{x}/b", 0)
  router.add(.get, "/a/c/{y}", 1)
  router.add(.put, "/{z}", 2)
  return router
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFieldValues(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = input(start, count)
  let text = String(decoding: bytes, as: UTF8.self)

  if let language = AcceptLanguage.pick(bytes.span, from: ["ja", "en"]) {
    check(["ja", "en"].contains(language), "an unknown language")
  }
  if let type = MediaType(text) {
    check(type.essence == type.essence.lowercased(), "\(type)")
    check(MediaType(type.essence)?.essence == type.essence, "\(type)")
  }
  if case .tags(let tags) = EntityTagCondition(bytes.span) {
    let again = EntityTagCondition(tags.map(\.description).joined(separator: ", "))
    check(again == .tags(tags), "tags do not read back")
  }
  if let key = quotedOrBareText(text) {
    check((1...255).contains(key.utf8.count), "a key of \(key.utf8.count) bytes")
  }
  let query = QueryItems(bytes.span)
  let pairs = bytes.split(separator: 0x26).count
  check(query.items.count + query.faults.count == pairs, "pairs lost or made up")
  switch router.match(.get, bytes.span) {
  case .found(_, let parameters, let pattern):
    check(parameters.values.count == pattern.filter { $0 == "{" }.count, "parameters of \(pattern)")
    check(parameters.values.allSatisfy { !$0.isEmpty }, "an empty parameter")
  case .methodNotAllowed(let allow): check(allow == "OPTIONS, PUT", allow)
  case .options, .notFound: break
  }
  var headers = HeaderBlock()
  if headers.append(.location, text) {
    check(headers.bytes.filter { $0 == 10 || $0 == 13 }.count == 2, "a value ends its line")
  }
  return 0
}
