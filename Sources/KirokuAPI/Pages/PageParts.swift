internal import KirokuCore

// What several pages are made of.

/// A table, with a caption and its first column as the rows' headings. It scrolls by itself where it is too wide.
struct PageTable {
  let caption: String
  let columns: [String]
  /// Of as many cells as there are columns.
  var rows: [[HTML]] = []
  /// How many of the columns, from the left, hold words; the others hold numbers.
  var wordColumns = 1
  /// Whether its many columns are narrow.
  var isNarrow = false

  var html: HTML {
    let head = columns.enumerated().map { index, name -> HTML in
      index < wordColumns
        ? "<th scope=\"col\">\(name)</th>" : "<th scope=\"col\" class=\"number\">\(name)</th>"
    }
    let body = rows.map { cells -> HTML in
      let cells = cells.enumerated().map { index, cell -> HTML in
        switch index {
        case 0: "<th scope=\"row\">\(cell)</th>"
        case ..<wordColumns: "<td>\(cell)</td>"
        default: "<td class=\"number\">\(cell)</td>"
        }
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let table: HTML = isNarrow ? "<table class=\"narrow-cells\">" : "<table>"
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(caption)">\(table)
      <caption>\(caption)</caption>
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(body.joined())</tbody></table></div>

      """
  }

  /// Behind a picture: closed until somebody wants it.
  func behindPicture(_ text: PageText) -> HTML {
    """
    <details><summary>\(text("Show as a table", "表で見る"))<span class="spoken">\(text(": ", "："))\(caption)</span></summary>
    \(html)</details>

    """
  }
}

/// Links of which one is chosen: periods, buckets.
struct PageChoice {
  let name: String
  let options: [(name: String, address: String, isChosen: Bool)]

  var html: HTML {
    let links = options.map { option -> HTML in
      // Not `aria-current`: "page" would be said of each.
      let current: HTML = option.isChosen ? " aria-current=\"true\"" : ""
      return "<li><a href=\"\(option.address)\"\(current)>\(option.name)</a></li>"
    }
    return "<nav class=\"choice\" aria-label=\"\(name)\"><ul>\(links.joined())</ul></nav>\n"
  }
}

/// A part of a page, with its heading.
struct PageSection {
  let id: String
  let title: String
  let lead: HTML
  var choice: HTML = ""
  let content: HTML
  /// Where the same numbers are answered by the API.
  let address: String
  let text: PageText

  var html: HTML {
    """
    <section id="\(id)" class="card" aria-labelledby="\(id)-title">
    <div class="head"><h2 id="\(id)-title">\(title)</h2>\(choice)</div>
    <p class="lead">\(lead)</p>
    \(content)\
    <p class="address">\(text("From the API:", "同じ数値のAPI：")) <code>\(address)</code></p>
    </section>

    """
  }
}

/// What a part says that has nothing to show yet: what will appear, and how.
func emptyState(_ title: String, _ words: String) -> HTML {
  "<div class=\"empty\"><p class=\"empty-title\">\(title)</p><p>\(words)</p></div>\n"
}
