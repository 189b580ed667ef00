internal import KirokuCore

// Donations: what a device told its system of.

/// Where a device donates once: an intent on a local day, of one habit or of none.
struct DonationSlot: Hashable, Sendable {
  let clientID: UUIDBytes
  let intent: String
  let habitID: UUIDBytes?
  let day: LocalDay
}

/// What is read of donations.
struct DonationFacts {
  /// The donations of acts that are not deleted.
  var ofActs = Facts<UUIDBytes, [UUIDBytes]>()
  /// The donation that takes a slot; nil within where it is free.
  var inSlots = Facts<DonationSlot, UUIDBytes?>()
  /// The local days of acts that are pushed here and not stored yet.
  var days = Facts<UUIDBytes, LocalDay>()

  var isComplete: Bool {
    ofActs.missing.isEmpty && inSlots.missing.isEmpty && days.missing.isEmpty
  }
}

/// A donation that is to be stored.
struct KeptDonation {
  let id: UUIDBytes
  let draft: DonationDraft
  let slot: DonationSlot
  let donatedAt: Instant
  /// Whether its act was undone by a later operation of the same push.
  var isDeleted = false
}

/// What becomes of donations. Pure.
struct DonationChanges {
  private(set) var made: [KeptDonation] = []
  /// Stored ones that are to be deleted, in the order in which they were found.
  private(set) var deleted: [UUIDBytes] = []

  mutating func make(_ donation: KeptDonation) { made.append(donation) }

  /// Deletes those of an act that was undone: `stored` and what was made here. A redo does not bring them back.
  mutating func withdraw(_ stored: [UUIDBytes], of act: UUIDBytes) {
    for id in stored where !deleted.contains(id) { deleted.append(id) }
    for place in made.indices where made[place].draft.operationID == act {
      made[place].isDeleted = true
    }
  }

  /// Whether a slot is taken by now.
  func isTaken(_ slot: DonationSlot, stored: UUIDBytes?) -> Bool {
    if let stored, !deleted.contains(stored) { return true }
    return made.contains { $0.slot == slot && !$0.isDeleted }
  }
}

extension PushDecision {
  mutating func decideDonation(_ index: Int, _ donation: DonationDraft) -> PushDraft? {
    let act = operations[index].act
    guard let waiting = reversals(waitingFor: act.operationID),
      let found = donated(donation.operationID)
    else { return nil }
    let slot = found.map {
      DonationSlot(
        clientID: act.clientID ?? context.tokenID, intent: donation.intent, habitID: $0.habitID,
        day: $0.day)
    }
    var isDonated = false
    // Whether the day is taken plays no part in the other answers.
    if let slot, DonationRule.verdict(on: found?.act, isDonated: false) == .created {
      guard let stored = donations.inSlots[slot] else { return nil }
      isDonated = donationChanges.isTaken(slot, stored: stored)
    }
    let verdict = DonationRule.verdict(on: found?.act, isDonated: isDonated)
    guard let outcome = PushResult.First(verdict) else {
      return rejected(verdict == .unknownAct ? .unknownAct : .notDonatable)
    }
    let key = key(index, version: nil)
    adopt(waiting, for: key, .donate, on: nil)
    if let slot, outcome == .created {
      donationChanges.make(
        KeptDonation(id: act.operationID, draft: donation, slot: slot, donatedAt: key.actedAt))
    }
    // Without an intent of its own: it is no performance of one.
    var kept = act
    kept.intent = nil
    return keep(
      KeptOperation(
        key: key, act: kept, kind: .donate, outcome: outcome, targetID: donation.operationID,
        isSettled: true))
  }

  /// What is known of an act for its donation.
  private struct Found {
    let act: DonatedAct
    let habitID: UUIDBytes?
    let day: LocalDay
  }

  /// - Returns: nil while it has to be read, nil within for an act that nobody knows.
  private mutating func donated(_ id: UUIDBytes) -> Found?? {
    if let place = places[id] {
      let operation = kept[place]
      guard let day = donations.days[id] else { return nil }
      return .some(
        Found(
          act: DonatedAct(
            source: operation.act.source, kind: operation.kind, isUndone: operation.isCancelled),
          habitID: operation.reference?.habitID, day: day))
    }
    guard let stored = known[id] else { return nil }
    return .some(
      stored.map {
        Found(
          act: DonatedAct(
            source: $0.source, kind: $0.kind, isUndone: cancelled[id] ?? $0.isCancelled),
          habitID: $0.record?.habitID, day: $0.localDay)
      })
  }

  /// The acts of this push whose local days are missing: when they were and where.
  var daysOfActs: [(id: UUIDBytes, time: Instant, zone: String)] {
    donations.days.missing.compactMap { id in
      guard let place = places[id] else { return nil }
      let zone = kept[place].act.timeZone ?? context.settings.timeZone
      return (id, kept[place].key.effectiveAt, zone)
    }
  }
}

extension PushResult.First {
  /// - Returns: nil where the donation is refused.
  init?(_ verdict: DonationVerdict) {
    switch verdict {
    case .created: self = .created
    case .alreadyDonated: self = .unchanged
    case .discarded: self = .superseded
    case .notApplicable, .unknownAct: return nil
    }
  }
}

extension RecordReference {
  /// The habit that it is, or is a day of.
  var habitID: UUIDBytes? {
    switch self {
    case .entry: nil
    case .habit(let id), .day(let id, _): id
    }
  }
}
