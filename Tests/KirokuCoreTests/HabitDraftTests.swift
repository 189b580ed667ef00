import KirokuCore
import Testing

@Suite("Drafts of habits")
struct HabitDraftTests {
  static func draft(
    _ change: (inout HabitDraft.Fields) -> Void = { _ in }
  ) -> Result<HabitFields, Faults> {
    var fields = HabitDraft.Fields()
    fields.name = "Read"
    fields.kind = .check
    change(&fields)
    return Result { () throws(Faults) in try HabitDraft(fields).fields }
  }

  static func faults(_ change: (inout HabitDraft.Fields) -> Void) -> [Fault] {
    if case .failure(let faults) = draft(change) { faults.all } else { [] }
  }

  static func patch(
    _ change: (inout HabitDraft.Fields) -> Void
  ) -> Result<HabitPatch, Faults> {
    var fields = HabitDraft.Fields()
    change(&fields)
    return Result { () throws(Faults) in try HabitPatch(fields) }
  }

  static func target(_ value: Int64?, unit: String? = nil) -> HabitDraft.TargetFields {
    var target = HabitDraft.TargetFields()
    target.value = value
    target.unit = unit.map { .set($0) } ?? .keep
    return target
  }

  static func schedule(
    _ type: ScheduleType?, _ change: (inout ScheduleFields) -> Void = { _ in }
  ) -> ScheduleFields {
    var schedule = ScheduleFields(type: type)
    change(&schedule)
    return schedule
  }

  @Test("A name and a kind make a habit of every day")
  func least() throws {
    let fields = try Self.draft().get()
    let beginning = try #require(LocalDay("1900-01-01"))
    #expect(
      fields
        == HabitFields(
          kind: .check, name: "Read", schedules: [ScheduleVersion(from: beginning, .daily)]))
  }

  @Test("All fields together; lists come in order, colours in lower case")
  func all() throws {
    let august = try #require(LocalDay("2026-08-01"))
    let fields = try Self.draft {
      $0.kind = .count
      $0.target = Self.target(12_500, unit: "pages")
      $0.schedules = [
        Self.schedule(.perWeek) {
          $0.from = august; $0.times = 3
        },
        Self.schedule(.weekdays) { $0.weekdays = [5, 1] },
      ]
      $0.pauses = [.init(from: august), .init(from: newYear, to: newYear)]
      $0.icon = "book.closed.fill"
      $0.color = "#34C759"
      $0.position = 7
      $0.archived = true
      $0.note = "In bed"
    }.get()
    #expect(fields.target == HabitTarget(thousandths: 12_500, direction: .atLeast, unit: "pages"))
    #expect(
      fields.schedules.map(\.description) == ["1900-01-01 weekdays 1,5", "2026-08-01 week 3"])
    #expect(fields.pauses.map(\.description) == ["2026-01-01..2026-01-01", "2026-08-01.."])
    #expect(fields.icon == "book.closed.fill" && fields.color == "#34c759")
    #expect(fields.position == 7 && fields.isArchived && fields.note == "In bed")
  }

  @Test("All faults are told at once, each at its place")
  func allAtOnce() {
    let faults = Self.faults {
      $0.name = "\u{200B} \n"
      $0.kind = .count
      $0.target = Self.target(0, unit: String(repeating: "x", count: 21))
      $0.schedule = Self.schedule(.inDays) {
        $0.days = 367; $0.weekdays = [1]
      }
      $0.pauses = [.init(from: newYear, to: newYear.advanced(by: -1)), .init()]
      $0.icon = "a b"
      $0.color = "red"
      $0.position = -1
      $0.note = "\0"
    }
    #expect(
      faults == [
        Fault(.required, at: "/name"),
        Fault(
          .outOfRange, at: "/target/value",
          ["minimum": "0.001", "maximum": "1000000000", "value": "0"]),
        Fault(.tooLong, at: "/target/unit", ["limit": "20", "unit": "characters"]),
        Fault(.conflictingFields, at: "/schedule/weekdays", ["other": "type: inDays"]),
        Fault(
          .outOfRange, at: "/schedule/days", ["minimum": "1", "maximum": "366", "value": "367"]),
        Fault(.required, at: "/schedule/times"),
        Fault(.reversedRange, at: "/pauses/0/to", ["other": "from"]),
        Fault(.required, at: "/pauses/1/from"),
        Fault(.invalidFormat, at: "/icon", ["expected": "symbol", "value": "a b"]),
        Fault(.invalidFormat, at: "/color", ["expected": "color", "value": "red"]),
        Fault(
          .outOfRange, at: "/position", ["minimum": "0", "maximum": "1000000", "value": "-1"]),
        Fault(.nulCharacter, at: "/note"),
      ])
  }

  @Test("What is missing is told, unless it was given and unreadable")
  func presence() {
    let empty = Self.faults {
      $0.name = nil
      $0.kind = nil
    }
    #expect(empty == [Fault(.required, at: "/name"), Fault(.required, at: "/kind")])
    let unreadable = Self.faults {
      $0.name = nil
      $0.kind = nil
      $0.unreadable = ["name", "kind"]
    }
    #expect(unreadable.isEmpty)
    #expect(Self.faults { $0.kind = .count } == [Fault(.required, at: "/target")])
    let aimless = Self.faults {
      $0.kind = .count
      $0.target = Self.target(nil)
    }
    #expect(aimless == [Fault(.required, at: "/target/value")])
    let aimed = Self.faults { $0.target = Self.target(1_000) }
    #expect(aimed == [Fault(.conflictingFields, at: "/target", ["other": "kind: check"])])
  }

  @Test(
    "A name is 1 to 100 scalars of which one can be seen",
    arguments: [
      ("a", nil), ("歯", nil), ("👩‍👩‍👧", nil), (String(repeating: "日", count: 100), nil),
      (String(repeating: "日", count: 101), .tooLong),
      ("e" + String(repeating: "\u{301}", count: 100), .tooLong), ("", .required),
      (" \u{3000}\t", .required), ("\u{200B}\u{FEFF}\u{2060}", .required), ("\u{301}", .required),
      ("\u{3164}", .required), ("a\0", .nulCharacter),
    ] as [(String, Fault.Code?)])
  func names(name: String, code: Fault.Code?) {
    #expect(Self.faults { $0.name = name }.map(\.code) == [code].compactMap(\.self))
  }

  @Test("Icons are names of symbols, colours six digits")
  func looks() {
    for icon in ["figure.walk", "1.circle", "a", String(repeating: "a", count: 100)] {
      #expect(Self.faults { $0.icon = icon }.isEmpty, "\(icon)")
    }
    let icons = [
      "", ".", "a.", ".a", "a..b", "a-b", "é", "a\0", String(repeating: "a", count: 101),
    ]
    for icon in icons { #expect(Self.faults { $0.icon = icon }.count == 1, "\(icon)") }
    for color in ["#000000", "#ffFFff"] { #expect(Self.faults { $0.color = color }.isEmpty) }
    for color in ["", "#", "000000", "#00000", "#0000000", "#00000g", "#é0000", "#00000\0"] {
      #expect(Self.faults { $0.color = color }.count == 1, "\(color)")
    }
    let long = Self.faults { $0.icon = String(repeating: "é", count: 1_000_000) }
    #expect(long.first?.values["value"]?.unicodeScalars.count == 41)
  }

  @Test(
    "A schedule has what its type needs, and nothing else",
    arguments: [
      (schedule(.daily), []), (schedule(nil), ["required /schedule/type"]),
      (schedule(.daily) { $0.times = 1 }, ["conflicting-fields /schedule/times"]),
      (schedule(.weekdays), ["required /schedule/weekdays"]),
      (schedule(.weekdays) { $0.weekdays = [] }, ["required /schedule/weekdays"]),
      (
        schedule(.weekdays) { $0.weekdays = [0, 1, 8, 1] },
        [
          "out-of-range /schedule/weekdays/0", "out-of-range /schedule/weekdays/2",
          "repeated /schedule/weekdays/3",
        ]
      ),
      (schedule(.perWeek) { $0.times = 8 }, ["out-of-range /schedule/times"]),
      (schedule(.perMonth) { $0.times = 31 }, []),
      (schedule(.perMonth) { $0.times = 0 }, ["out-of-range /schedule/times"]),
      (
        schedule(.inDays) {
          $0.times = 3; $0.days = 7
        }, []
      ),
      (
        schedule(.inDays) {
          $0.times = 8; $0.days = 7
        }, ["out-of-range /schedule/times"]
      ),
      (schedule(.inDays), ["required /schedule/days", "required /schedule/times"]),
      (
        schedule(.everyDays) {
          $0.days = 2; $0.anchor = newYear
        }, []
      ),
      (schedule(.everyDays), ["required /schedule/anchor", "required /schedule/days"]),
      (
        schedule(.everyDays) {
          $0.days = .max; $0.anchor = newYear
        },
        ["out-of-range /schedule/days"]
      ),
    ] as [(ScheduleFields, [String])])
  func schedules(schedule: ScheduleFields, faults: [String]) {
    #expect(
      Self.faults { $0.schedule = schedule }.map { "\($0.code.rawValue) \($0.pointer)" } == faults)
  }

  @Test("Versions have a day each; there is one at least and not more than the limit")
  func versions() {
    #expect(Self.faults { $0.schedules = [] } == [Fault(.required, at: "/schedules")])
    let twice = Self.faults { $0.schedules = [Self.schedule(.daily), Self.schedule(.daily)] }
    #expect(twice == [Fault(.repeated, at: "/schedules/1/from", ["value": "1900-01-01"])])
    let many = Self.faults {
      $0.schedules = Array(repeating: Self.schedule(.daily), count: 101)
      $0.pauses = Array(repeating: .init(from: newYear), count: 101)
    }
    #expect(
      many == [
        Fault(.tooMany, at: "/schedules", ["limit": "100"]),
        Fault(.tooMany, at: "/pauses", ["limit": "100"]),
      ])
    let both = Self.faults {
      $0.schedule = Self.schedule(.daily)
      $0.schedules = [Self.schedule(.daily)]
    }
    #expect(both == [Fault(.conflictingFields, at: "/schedules", ["other": "schedule"])])
  }

  @Test("A patch writes what it names, of a target too")
  func patches() throws {
    var habit = HabitState.absent
    let count = HabitFields(
      kind: .count, name: "Read", target: HabitTarget(thousandths: 10_000, unit: "pages"),
      schedules: [ScheduleVersion(from: newYear, .daily)], icon: "book", color: "#000000")
    habit.apply(.put(count), actedAt: Instant(unixMicroseconds: 0))
    var given = HabitDraft.Fields()
    given.target = Self.target(20_000)
    given.schedule = Self.schedule(.perWeek) { $0.times = 2 }
    let patch = try HabitPatch(given, clearing: [.icon])
    #expect(patch.schedule == nil)
    let day = newYear.advanced(by: 9)
    habit.apply(.patch(patch.resolved(on: day)), actedAt: Instant(unixMicroseconds: 1))
    var expected = count
    expected.target?.thousandths = 20_000
    expected.schedules.append(ScheduleVersion(from: day, .timesPer(.week, times: 2)))
    expected.icon = nil
    #expect(habit.live == expected)
  }

  @Test("A patch has the same rules, and cannot change the kind")
  func patchFaults() {
    let result = Self.patch {
      $0.kind = .count
      $0.name = ""
      $0.target = Self.target(-1)
      $0.schedule = Self.schedule(.perWeek)
    }
    guard case .failure(let faults) = result else {
      Issue.record("the patch was taken")
      return
    }
    #expect(
      faults.all.map { "\($0.code.rawValue) \($0.pointer)" } == [
        "unchangeable /kind", "required /name", "out-of-range /target/value",
        "required /schedule/times",
      ])
  }

  @Test("A put of another kind keeps the kind, and what is aimed at")
  func otherKind() {
    let daily = [ScheduleVersion(from: newYear, .daily)]
    let count = HabitFields(
      kind: .count, name: "Read", target: HabitTarget(thousandths: 1_000), schedules: daily)
    let check = HabitFields(kind: .check, name: "Reading", schedules: daily)
    var habit = HabitState.absent
    habit.apply(.put(count), actedAt: Instant(unixMicroseconds: 0))
    habit.apply(.put(check), actedAt: Instant(unixMicroseconds: 1))
    #expect(habit.live?.name == "Reading" && habit.live?.kind == .count)
    #expect(habit.live?.target == HabitTarget(thousandths: 1_000))
  }
}
