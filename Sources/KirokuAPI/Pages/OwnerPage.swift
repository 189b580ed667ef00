internal import HTTPCore
internal import KirokuCore
internal import KirokuStore

/// The four measures, for the owner of the product.
struct OwnerPage {
  let query: DashboardQuery
  let measured: Measured
  let text: PageText

  /// What the page shows: the same values that the API answers.
  struct Measured {
    let funnel: AdoptionFunnel
    let sources: [SourceMix.Period]
    let sourceDays: Range<LocalDay>
    let retention: Retention
    let donations: DonationUse
    let donationDays: Range<LocalDay>
    /// Accounts that are not counted yet.
    let waiting: Int
  }

  func response() -> Response {
    Page(
      title: text("How intents are used", "インテントの利用状況"), text: text, isSignedIn: true,
      sections: [
        ("funnel", text("Adoption", "利用開始")), ("sources", text("Sources", "実行元")),
        ("retention", text("Retention", "継続")), ("donations", text("Donations", "ドネーション")),
      ], content: content
    ).response()
  }

  private var content: HTML {
    """
    <div class="title"><h1>\(text("How intents are used", "インテントの利用状況"))</h1>
    <p class="lead">\(range)</p></div>
    \(query.period.choice(text).html)\
    \(waiting)\
    \(FunnelSection(
      funnel: measured.funnel, address: address("funnel", query.from.map { $0..<query.end }), text: text
    ).html)\
    \(SourcesSection(
      bucket: query.bucket, periods: measured.sources, today: query.today,
      choice: query.buckets(text),
      address: address("sources", measured.sourceDays, ["bucket=\(query.bucket.rawValue)"]), text: text
    ).html)\
    \(RetentionSection(
      retention: measured.retention,
      address: address(
        "retention", query.from.map { $0..<query.end }, ["weeks=\(measured.retention.weeks.count)"]),
      text: text
    ).html)\
    \(DonationsSection(
      use: measured.donations, days: measured.donationDays, bucket: query.bucket,
      today: query.today, isShortened: query.from == nil,
      address: address("donations", measured.donationDays), text: text
    ).html)
    """
  }

  private var range: HTML {
    let last = query.today
    guard let from = query.from else {
      let end = text.day(last)
      return text.language == .ja ? "すべての期間（\(end)まで）" : "All there is, until \(end)"
    }
    return "\(text.day(from)) \(text("to", "〜")) \(text.day(last))"
  }

  private var waiting: HTML {
    guard measured.waiting > 0 else { return "" }
    let words = text(
      "\(text.grouped(measured.waiting)) accounts are not counted yet. Load the page again in a moment.",
      "\(text.grouped(measured.waiting))件のアカウントがまだ集計されていません。少し待ってから再読み込みしてください。")
    return "<p class=\"notice\" role=\"status\">\(words)</p>\n"
  }

  private func address(
    _ measure: String, _ days: Range<LocalDay>?, _ more: [String] = []
  ) -> String {
    var items = more
    if let days { items += ["from=\(days.lowerBound)", "to=\(days.upperBound)"] }
    return "/v1/measures/\(measure)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }
}

extension OwnerPage.Measured {
  /// Reads all that the page shows.
  init(_ measures: Measures, _ query: DashboardQuery) async throws(StoreError) {
    waiting = try await measures.catchUp()
    let cohort = Cohort(from: query.from, to: query.from == nil ? nil : query.end)
    funnel = try await measures.funnel(AdoptionFunnel.Options(), of: cohort)
    let days = query.sourceDays
    let mix = try await measures.sources(by: query.bucket, in: days)
    // Of all there is, what was before the first event is left out.
    let start = query.from == nil ? mix.periods.first?.start ?? days.lowerBound : days.lowerBound
    sourceDays = start..<days.upperBound
    sources = mix.filled(over: sourceDays)
    retention = try await measures.retention(weeks: query.weeks, of: cohort)
    donationDays = query.donationDays
    donations = try await measures.donations(of: nil, in: donationDays)
  }
}
