internal import KirokuCore

/// How far new people come, as bars.
struct FunnelSection {
  let funnel: AdoptionFunnel
  let address: String
  let text: PageText

  var html: HTML {
    PageSection(
      id: "funnel", title: text("Do new people use intents?", "新しい人はインテントを使っているか"),
      lead: "\(lead)", content: funnel.steps.first?.people == 0 ? empty : picture + table,
      address: address, text: text
    ).html
  }

  private var lead: String {
    text(
      "People whose account was made in this period, and how many of them performed an intent in their first "
        + "\(funnel.options.windowDays) days.",
      "この期間にアカウントを作った人のうち、最初の\(funnel.options.windowDays)日間にインテントを実行した人。")
  }

  private var empty: HTML {
    emptyState(
      text("No new accounts in this period", "この期間に作られたアカウントはありません"),
      text(
        "As soon as an account is made, it is counted here. Choose a longer period to look further back.",
        "アカウントが作られるとここに表示されます。さらに前を見るには、長い期間を選んでください。"))
  }

  private var picture: HTML {
    let first = max(1, funnel.steps.first?.people ?? 1)
    let steps = funnel.steps.enumerated().map { index, step -> HTML in
      let width = Double(step.people) * 100 / Double(first)
      return """
        <li><div class="step"><span>\(name(step.kind))</span><strong>\(text.people(step.people))</strong></div>
        <svg class="step-bar" height="22" aria-hidden="true"><rect class="track" width="100%" height="22" rx="5"/>\
        <rect class="fill" width="\(width)%" height="22" rx="5"/></svg>
        <p class="small">\(index == 0 ? waiting : conversion(index))</p></li>

        """
    }
    return "<ol class=\"funnel\">\n\(steps.joined())</ol>\n"
  }

  /// People who may still come further.
  private var waiting: HTML {
    guard funnel.immature > 0 else {
      return "\(text("For all of them the first days are over.", "全員の最初の期間が終わっています。"))"
    }
    let count = text.count(funnel.immature)
    return text.language == .ja
      ? "うち\(count)人は最初の期間の途中で、さらに進む可能性があります"
      : "\(count) of them are still in their first days and may come further"
  }

  private func conversion(_ index: Int) -> HTML {
    let all = text.rate(funnel.conversionFromFirst(index).rate)
    let before = text.rate(funnel.conversionFromPrevious(index).rate)
    var parts: [HTML] = [
      text.language == .ja ? "全体の\(all)" : "\(all) of all"
    ]
    if index > 1 {
      parts.append(text.language == .ja ? "前の段階の\(before)" : "\(before) of the step before")
    }
    if let median = funnel.steps[index].fromPrevious {
      let time = text.duration(thousandths: median)
      parts.append(
        text.language == .ja
          ? "前の段階から中央値\(time)" : "median \(time) after the step before")
    }
    return parts.reduce(into: "" as HTML) { all, part in
      all += all.text.isEmpty ? part : " · \(part)"
    }
  }

  private var table: HTML {
    PageTable(
      caption: text("Adoption, step by step", "段階ごとの人数"),
      columns: [
        text("Step", "段階"), text("People", "人数"), text("Of all", "全体比"),
        text("Of the step before", "前段階比"), text("Median from the first", "最初からの中央値"),
        text("Median from the step before", "前段階からの中央値"),
      ],
      rows: funnel.steps.enumerated().map { index, step in
        [
          "\(name(step.kind))", text.count(step.people),
          text.rate(funnel.conversionFromFirst(index).rate),
          text.rate(funnel.conversionFromPrevious(index).rate),
          step.fromFirst.map { text.duration(thousandths: $0) } ?? "–",
          step.fromPrevious.map { text.duration(thousandths: $0) } ?? "–",
        ]
      }
    ).behindPicture(text)
  }

  private func name(_ kind: AdoptionFunnel.Kind) -> String {
    switch kind {
    case .made: text("Made an account", "アカウントを作成")
    case .donated: text("Donated an intent", "インテントをドネーション")
    case .performed: text("Performed an intent", "インテントを実行")
    case .repeated:
      text(
        "Performed \(funnel.options.times) times or more", "\(funnel.options.times)回以上実行")
    }
  }
}
