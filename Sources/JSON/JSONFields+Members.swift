extension JSONFields {
  /// The members of an object whose names are the client's own; at most `maxCount`.
  public mutating func members(
    _ name: String, maxCount: Int
  ) -> FieldReading<[JSONObject.Member]> {
    read(name) { value throws(Fault) in
      guard case .object(let object) = value else { throw .wrongType(.object) }
      if object.members.count > maxCount { throw .coded(.tooMany, ["limit": String(maxCount)]) }
      return object.members
    }
  }

  /// Adds a fault of a member of such an object.
  public mutating func report(
    _ code: FieldFault.Code, at name: String, member: String, _ values: [String: String] = [:]
  ) {
    let place = pointer + JSONPointer.token(name) + JSONPointer.token(Self.excerpt(member))
    faults.append(FieldFault(pointer: place, code: code, values: values))
  }
}
