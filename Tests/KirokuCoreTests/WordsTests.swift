import KirokuCore
import Testing

@Suite("Words and names")
struct WordsTests {
  static let weight = Weight(stored: 65_200, unit: .kg, grams: 65_200)

  @Test("A title is value and unit as typed")
  func titles() {
    #expect(EntryDisplay.title(Self.weight) == "65.2 kg")
    let pounds = Weight(stored: 180_000, unit: .lb, grams: 81_647)
    #expect(EntryDisplay.title(pounds) == "180 lb")
  }

  @Test(
    "A subtitle is the wall's date and time in the person's language",
    arguments: [
      ("2026-12-01T07:30:00Z", 540, "Dec 1, 2026 at 4:30 PM", "2026年12月1日 16:30"),
      ("2026-12-01T00:05:00Z", 0, "Dec 1, 2026 at 12:05 AM", "2026年12月1日 0:05"),
      ("2026-12-01T12:00:00Z", 0, "Dec 1, 2026 at 12:00 PM", "2026年12月1日 12:00"),
      ("2026-03-01T03:59:00Z", -240, "Feb 28, 2026 at 11:59 PM", "2026年2月28日 23:59"),
    ] as [(String, Int, String, String)])
  func subtitles(text: String, offset: Int, english: String, japanese: String) throws {
    let instant = try Instant(rfc3339: text)
    let subtitle = { (language: Language) in
      EntryDisplay.subtitle(recordedAt: instant, utcOffsetMinutes: offset, in: language)
    }
    #expect(subtitle(.en) == english)
    #expect(subtitle(.ja) == japanese)
  }

  @Test("Dialogs are spoken in both languages")
  func dialogs() {
    #expect(EntryDisplay.logged(Self.weight, in: .en) == "Logged 65.2 kg.")
    #expect(EntryDisplay.logged(Self.weight, in: .ja) == "65.2 kgを記録しました。")
    #expect(OperationDisplay.undoLabel(.put, Self.weight, in: .en) == "Undo logging 65.2 kg")
    #expect(OperationDisplay.undoLabel(.put, Self.weight, in: .ja) == "65.2 kgの記録を取り消す")
  }

  @Test("Names of places are time zones, abbreviations are not")
  func timeZones() {
    let zones = TimeZoneNames(listed: [
      "Asia/Tokyo", "America/Argentina/Ushuaia", "Japan", "Etc/GMT+9", "EST", "EST5EDT", "W-SU",
      "posix/Asia/Tokyo", "Factory", "localtime", "posixrules",
    ])
    for name in ["Asia/Tokyo", "America/Argentina/Ushuaia", "Japan", "Etc/GMT+9", "UTC", "GMT"] {
      #expect(zones.contains(name))
    }
    for name in [
      "EST", "EST5EDT", "W-SU", "posix/Asia/Tokyo", "Factory", "localtime", "asia/tokyo", "", "JST",
      "Asia/Tokyo ", "Europe/Paris",
    ] {
      #expect(!zones.contains(name))
    }
  }

  @Test("Scopes hold what their tokens are for, and no more")
  func scopes() {
    #expect(Scope.app.allows(.writeEntries) && Scope.intent.allows(.writeEntries))
    #expect(Scope.read.allows(.readEntries) && !Scope.read.allows(.writeEntries))
    #expect(!Scope.widget.allows(.readEntries) && !Scope.widget.allows(.writeEntries))
    for permission in Permission.allCases {
      #expect(Scope.app.allows(permission) && !Scope.analytics.allows(permission))
    }
  }
}
