/// How pages look: one style sheet, light and dark, for phone and desk, and the icon of the browser's tab.
///
/// A habit's color may be any; where it would not be seen on the page (`--mark`) it is darkened or lightened.
///
/// Sources of acts have the hues of Tol's "muted" scheme, which people with any color vision can tell apart, darkened or
/// lightened where they would be too faint on the page; see P. Tol, "Colour Schemes" (SRON, 2021).
enum PageStyle {
  static let text = colors + layout + parts + pictures

  static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b62b8"/>\
    <path d="M5 21.5 12.5 14l5 5L26 9.5" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" \
    stroke-linejoin="round"/></svg>

    """

  private static let colors = """
    :root { color-scheme: light dark; --page: #f4f6f8; --card: #ffffff; --ink: #1b232d; --muted: #566270;
      --line: #dde2e8; --grid: #e6eaef; --accent: #0b62b8; --on-accent: #ffffff; --tint: #e8f1fb;
      --notice: #fff4d6; --notice-line: #a37b00; --goal: #2b7a4b; --reading: #6a8cae; --none: #e3e7ec;
      --done: #2b7a4b; --second: #b4540a; --shade: rgb(20 30 45 / .22);
      --app: #332288; --widget: #3a9a8a; --siri: #c96072; --shortcuts: #2f8fc4; --spotlight: #a5841a;
      --control-center: #882255; --action-button: #117733; --script: #86862a; --import: #aa4499;
      --unknown: #7f8995 }
    @media (prefers-color-scheme: dark) { :root { --page: #0e1217; --card: #161b22; --ink: #e8ecf1;
      --muted: #a3aebb; --line: #2b333d; --grid: #252c35; --accent: #6cb2f7; --on-accent: #08131f;
      --tint: #16273a; --notice: #33290f; --notice-line: #b98d10; --goal: #6cc592; --reading: #6b88a6;
      --none: #2a323c; --done: #6cc592; --second: #f0a35e; --shade: rgb(190 215 245 / .24);
      --app: #8d7fe0; --widget: #4fbcaa; --siri: #e08a98; --shortcuts: #7cc4ea; --spotlight: #ddc066;
      --control-center: #c4608f; --action-button: #3f9f5c; --script: #a8a84a; --import: #c977ba;
      --unknown: #76818e } }

    """

  private static let layout = """
    * { box-sizing: border-box }
    html { scroll-padding-top: 16px; -webkit-text-size-adjust: 100% }
    body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.6 system-ui, -apple-system,
      "Segoe UI", "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", sans-serif; overflow-wrap: break-word }
    :lang(ja) { line-break: strict; word-break: auto-phrase }
    h1, h2, h3, p, dl, dd, ol, ul { margin: 0 }
    h1 { font-size: 28px; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance }
    h2 { font-size: 20px; line-height: 1.35; text-wrap: balance }
    h3 { font-size: 16px; line-height: 1.4 }
    a { color: var(--accent) }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
    main:focus { outline: none }
    .skip { position: absolute; left: 16px; top: -80px; padding: 10px 16px; background: var(--accent);
      color: var(--on-accent); border-radius: 8px; z-index: 1 }
    .skip:focus { top: 8px }
    .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap }
    .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px; padding: 12px 24px;
      background: var(--card); border-bottom: 1px solid var(--line) }
    .brand { display: flex; align-items: center; gap: 8px; font-weight: 700; font-size: 17px; margin-right: auto }
    .brand span { color: var(--muted); font-weight: 400; font-size: 14px }
    .mark { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round }
    .mark-dot { fill: var(--accent) }
    .sections ul { display: flex; flex-wrap: wrap; gap: 0 20px; padding: 0; list-style: none; font-size: 15px }
    .sections a { display: inline-block; padding: 10px 0; min-width: 44px; text-decoration: none }
    .sections a:hover { text-decoration: underline }
    main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 64px; display: grid; gap: 24px;
      grid-template-columns: minmax(0, 1fr) }
    .card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 24px }
    .narrow { max-width: 560px; width: 100%; margin: 24px auto }
    .title .lead { font-size: 16px }
    .head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px }
    .lead { color: var(--muted); font-size: 15px; margin-top: 4px; max-width: 70ch }
    .small, .address, .note { color: var(--muted); font-size: 14px }
    .note { margin-top: 12px; max-width: 80ch }
    .address { margin-top: 8px }
    code { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK JP", monospace;
      overflow-wrap: anywhere }
    .notice { background: var(--notice); border-left: 4px solid var(--notice-line); padding: 12px 16px;
      border-radius: 8px; font-size: 15px }
    #habits { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr) }
    #habits:has(details[open]) { align-items: start }
    .habit { display: flex; flex-direction: column } .habit .address { margin-top: auto; padding-top: 8px }
    #habits h3 { font-size: 18px }
    .habit .facts { gap: 12px 24px } .habit .facts dd { font-size: 19px }
    @media (min-width: 960px) { #habits { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 24px }
      #habits > h2, #habits > p { grid-column: 1 / -1 } }
    @media (max-width: 640px) {
      .bar { padding: 12px 16px } main { padding: 20px 12px 48px; gap: 16px }
      .card { padding: 18px 16px; border-radius: 12px } h1 { font-size: 24px } .title, #habits > h2 { padding: 0 4px }
      .head + .lead { margin-top: 10px }
      .sections { order: 3; width: 100% }
    }

    """

  private static let parts = """
    button { font: inherit; font-weight: 600; padding: 10px 20px; min-height: 44px; border-radius: 10px;
      border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer }
    .action { display: inline-block; font-weight: 600; padding: 9px 20px; min-height: 44px; border-radius: 10px;
      border: 1px solid var(--accent); text-decoration: none }
    button.quiet { padding: 6px 14px; background: none; color: var(--accent);
      border-color: var(--line); font-weight: 400; font-size: 15px }
    .choice ul { display: flex; flex-wrap: wrap; gap: 3px; padding: 3px; list-style: none; width: fit-content;
      background: var(--page); border: 1px solid var(--line); border-radius: 12px }
    main > .choice ul { background: var(--card) }
    .choice a { display: block; padding: 10px 14px; min-width: 44px; min-height: 44px; text-align: center;
      border-radius: 9px; font-size: 15px;
      text-decoration: none; color: var(--ink) }
    .choice a:hover { background: var(--tint) }
    .choice a[aria-current] { background: var(--accent); color: var(--on-accent); font-weight: 600 }
    .sign-in { display: grid; gap: 8px; margin: 20px 0 28px }
    .sign-in label { font-weight: 600 }
    .sign-in input { font: 16px/1.5 ui-monospace, Menlo, Consolas, monospace; padding: 10px 12px; width: 100%;
      color: var(--ink); background: var(--page); border: 1px solid var(--muted); border-radius: 10px }
    .sign-in button { justify-self: start; margin-top: 8px }
    .narrow .notice { margin-top: 16px }
    .narrow h2 { font-size: 17px; margin-bottom: 8px }
    .narrow h1 + p { margin-top: 8px } .narrow p + p { margin-top: 12px }
    .ways { display: grid; gap: 4px; font-size: 15px } .ways dt { font-weight: 600; margin-top: 12px }
    .ways dd { color: var(--muted) }
    code.block { display: block; margin-top: 6px; padding: 10px 12px; background: var(--page);
      border: 1px solid var(--line); border-radius: 8px; color: var(--ink) }
    .code { font-size: 48px; line-height: 1; font-weight: 700; color: var(--muted); margin-bottom: 12px }
    .card > .empty:first-child { margin-top: 0 }
    .empty { margin-top: 16px; padding: 28px 20px; border: 1px dashed var(--muted); border-radius: 12px;
      text-align: center; color: var(--muted); font-size: 15px }
    .empty p { max-width: 56ch; margin: 0 auto; text-wrap: balance }
    .empty .empty-title { color: var(--ink); font-weight: 600; margin-bottom: 4px; text-wrap: balance }
    .facts { display: flex; flex-wrap: wrap; gap: 12px 36px; margin-top: 16px }
    .facts div { display: flex; flex-direction: column; justify-content: space-between }
    .facts dt { color: var(--muted); font-size: 14px }
    .facts dd { font-size: 22px; line-height: 1.3; font-weight: 600; font-variant-numeric: tabular-nums }
    details { margin-top: 8px } summary { cursor: pointer; color: var(--accent); font-size: 15px;
      padding: 10px 0; width: fit-content }
    .scroll { position: relative; overflow: auto; margin-top: 4px; border: 1px solid var(--line); border-radius: 10px;
      max-height: 480px; background: linear-gradient(to left, var(--card) 30%, transparent) right / 48px 100% no-repeat
      local, linear-gradient(to left, var(--shade), transparent) right / 16px 100% no-repeat scroll }
    table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 14px;
      font-variant-numeric: tabular-nums }
    caption { text-align: left; padding: 10px 14px; color: var(--muted); overflow-wrap: anywhere }
    th, td { padding: 7px 14px; text-align: left; border-top: 1px solid var(--line); vertical-align: top }
    thead th { background: var(--page); font-weight: 600; vertical-align: bottom; line-height: 1.35; min-width: 5.5em;
      position: sticky; top: 0 }
    tbody th { font-weight: 400; white-space: nowrap }
    thead th:first-child { left: 0; z-index: 1; min-width: 0 }
    tbody th { position: sticky; left: 0; background: var(--card); box-shadow: 1px 0 var(--line) }
    tbody bdi { display: inline-block; width: max-content; max-width: min(22em, 42vw); white-space: normal;
      overflow-wrap: anywhere }
    .narrow-cells th, .narrow-cells td { padding-left: 6px; padding-right: 6px; min-width: 0 }
    .narrow-cells tr > :first-child { padding-left: 14px } .narrow-cells tr > :last-child { padding-right: 14px }
    .narrow-cells thead th { min-width: 0 } .narrow-cells .number { text-align: center }
    .number { text-align: right } td.number, time, .facts data { white-space: nowrap }
    .share { color: var(--muted); display: inline-block; min-width: 3.6em; margin-left: 4px }
    .untold { color: var(--muted); position: relative }

    """

  private static let pictures = """
    .plot { display: grid; grid-template-columns: auto minmax(0, 1fr); margin-top: 20px }
    .plot svg { display: block; overflow: visible } .area, .times { width: 100% }
    .times { grid-column: 2; margin-top: 2px }
    .plot text { font-size: 12.5px; fill: var(--muted); font-variant-numeric: tabular-nums }
    .values text { text-anchor: end } .mark-name { text-anchor: middle }
    .mark-name.at-start { text-anchor: start } .mark-name.at-end { text-anchor: end }
    .grid { stroke: var(--grid); stroke-width: 1; shape-rendering: crispEdges }
    .stack rect { stroke: var(--card); stroke-width: 0.75 }
    .source-app { color: var(--app) } .source-widget { color: var(--widget) } .source-siri { color: var(--siri) }
    .source-shortcuts { color: var(--shortcuts) } .source-spotlight { color: var(--spotlight) }
    .source-control-center { color: var(--control-center) } .source-import { color: var(--import) }
    .source-action-button { color: var(--action-button) } .source-script { color: var(--script) }
    .source-unknown { color: var(--unknown) } [class^="source-"] { fill: currentColor }
    .legend { display: flex; flex-wrap: wrap; gap: 6px 24px; padding: 0; margin-top: 16px; list-style: none;
      font-size: 14px; align-items: center }
    .legend li { display: flex; align-items: center; gap: 7px }
    .swatch { flex: none } .legend-value { font-weight: 600; font-variant-numeric: tabular-nums }
    .legend-share { color: var(--muted); font-variant-numeric: tabular-nums }
    .curve { fill: none; stroke-width: 2.5; vector-effect: non-scaling-stroke; stroke-linejoin: round;
      stroke-linecap: round }
    .curve.exposed, .curve.performed, .curve.trend { stroke: var(--accent) }
    .curve.others, .curve.donated { stroke: var(--second); stroke-dasharray: 6 5 }
    .band { opacity: 0.14 } .band.exposed { fill: var(--accent) } .band.others { fill: var(--second) }
    .point circle { stroke: var(--card); stroke-width: 1.5 }
    .point.exposed circle { fill: var(--accent) }
    .point.others circle { fill: var(--card); stroke: var(--second); stroke-width: 2 }
    .whisker { stroke-width: 1 } .exposed .whisker { stroke: var(--accent) }
    .others .whisker { stroke: var(--second) }
    .dot.performed { fill: var(--accent) } .dot.donated { fill: none; stroke: var(--second); stroke-width: 2 }
    .reading { fill: var(--reading) } .trend-now { fill: var(--accent); stroke: var(--card); stroke-width: 1.5 }
    .goal { stroke: var(--goal); stroke-width: 1.5; stroke-dasharray: 6 5 }
    .plot .goal-name { fill: var(--goal); font-weight: 600; paint-order: stroke; stroke: var(--card); stroke-width: 4px }
    .funnel { padding: 0; margin-top: 20px; list-style: none; display: grid; gap: 18px }
    .step { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; margin-bottom: 5px }
    .step strong { font-variant-numeric: tabular-nums }
    .step-bar { display: block; width: 100% } .track { fill: var(--none) } .fill { fill: var(--accent) }
    .funnel .small { margin-top: 4px }
    .multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 290px), 1fr)); gap: 24px 32px;
      margin: 20px 0 24px }
    .multiple { min-width: 0 } .multiple h3 { font-size: 14px; overflow-wrap: anywhere } .multiple .plot { margin-top: 10px }
    .heatmap { display: block; width: 100%; max-width: 520px; height: auto; margin-top: 12px }
    .heatmap.usual { color: var(--done) }
    .heatmap rect { width: 12px; height: 12px; rx: 2.5px }
    .heatmap text { fill: var(--muted); font-size: 11px } .heatmap .day { text-anchor: end }
    .heatmap .l0 { fill: var(--none) } .heatmap .l1, .heatmap .l2, .heatmap .l3, .heatmap .l4 { fill: var(--mark, currentColor) }
    .heatmap .l1 { fill-opacity: .3 } .heatmap .l2 { fill-opacity: .5 } .heatmap .l3 { fill-opacity: .72 }
    .heatmap .off { fill: none; stroke: var(--muted); stroke-opacity: .55; stroke-dasharray: 2 2 }
    .stack.partial rect { fill-opacity: 0.4; stroke: currentColor; stroke-width: 1.5 }
    @media (max-width: 640px) { .minor { display: none } .mark-name.near-end { text-anchor: end } .legend { gap: 6px 16px }
      .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px 16px }
      .facts dd { font-size: 20px }
      .heatmap text { font-size: 14px }
      .legend.sums { display: grid; gap: 4px } .legend.sums li:not(.small) { display: grid;
        grid-template-columns: auto 1fr auto 3.6em } .legend-share { text-align: right }
      .choice a { padding: 11px; font-size: 14px } th, td { padding: 7px 9px } thead th { min-width: 4em }
      tbody th { white-space: normal } }
    @supports (color: oklch(from red l c h)) { .heatmap { --mark: oklch(from currentColor min(l, .62) c h) }
      @media (prefers-color-scheme: dark) { .heatmap { --mark: oklch(from currentColor max(l, .62) c h) } } }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }
    @media (forced-colors: active) { .fill, .stack rect, .point circle { forced-color-adjust: none } }

    """
}
