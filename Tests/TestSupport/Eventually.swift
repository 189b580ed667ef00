/// Waits until `condition` holds, looking every 5 ms; for what has no event to wait for.
///
/// - Returns: whether it held within the limit.
public func eventually(
  within limit: Duration = .seconds(10), _ condition: () async throws -> Bool
) async throws -> Bool {
  let start = ContinuousClock.now
  while ContinuousClock.now - start < limit {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}
