/// The style sheet of all reports. Colours have enough contrast on white and on near-black, and drawings fit a phone.
package enum PageStyle {
    /// Number of different colours for series; with more series, colours repeat.
    package static let seriesCount = 8

    /// The class of a series, from 0.
    package static func series(_ index: Int) -> String { "s\(index % seriesCount)" }

    /// The sheet.
    package static let sheet: HTMLText = """
        :root { --ground: #fff; --ink: #1d2329; --faint: #5d6670; --rule: #d5d9de; --good: #1a7f37; --bad: #b3261e;
          --one: #7b8794; --two: #2f6fb5; --three: #c2570c; --four: #7a3fa0; --mark: #111; --c0: #2f6fb5; --c1: #c2570c;
          --c2: #1a7f37; --c3: #7a3fa0; --c4: #b3261e; --c5: #0f7a8a; --c6: #8a6d00; --c7: #7b8794; }
        @media (prefers-color-scheme: dark) { :root { --ground: #14181c; --ink: #e4e8ec; --faint: #9aa4ae;
          --rule: #353c44; --good: #4ac26b; --bad: #ff7b72; --one: #8c98a4; --two: #5aa2ee; --three: #f0883e;
          --four: #b98be0; --mark: #fff; --c0: #5aa2ee; --c1: #f0883e; --c2: #4ac26b; --c3: #b98be0; --c4: #ff7b72;
          --c5: #39c5cf; --c6: #d4b106; --c7: #9aa4ae; } }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
          -webkit-text-size-adjust: 100%; overflow-wrap: break-word; }
        main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
        @media (max-width: 40rem) { main { padding: .8rem; } }
        h1 { margin: 0 0 .5rem; overflow-wrap: anywhere; } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
        h3 { margin: 1.2rem 0 .3rem; font-size: 1rem; }
        .verdict { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); } .faint { color: \
        var(--faint); }
        .facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; }
        dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: top; }
        th { color: var(--faint); font-weight: 500; } .text { text-align: left; }
        code { overflow-wrap: anywhere; font-size: .85em; } details summary { cursor: pointer; color: var(--faint); }
        .wide { overflow-x: auto; } td { white-space: nowrap; } td.text { white-space: normal; min-width: 8rem; }
        figure { margin: 0; overflow-x: auto; } svg { min-width: 36rem; } figcaption { color: var(--faint); } svg { \
        width: 100%; height: auto; }
        svg text { fill: var(--ink); font-size: 11px; paint-order: stroke; stroke: var(--ground);
          stroke-width: 3px; } .grid { stroke: var(--rule); } .rule { stroke: var(--mark); stroke-dasharray: 3 4; }
        .pass1 { fill: var(--one); background: var(--one); } .pass2 { fill: var(--two); background: var(--two); }
        .pass3 { fill: var(--three); background: var(--three); } .pass4 { fill: var(--four); background: var(--four); }
        .point { fill: var(--good); }
        .unused { opacity: .35; } .target { stroke: var(--mark); stroke-width: 1.5; }
        .fitted, .predicted { fill: none; stroke: var(--two); stroke-width: 2; }
        .predicted { stroke: var(--one); stroke-dasharray: 6 5; } circle.kept { stroke: var(--ink); stroke-width: 1.2; }
        .s0 { --own: var(--c0); } .s1 { --own: var(--c1); } .s2 { --own: var(--c2); } .s3 { --own: var(--c3); }
        .s4 { --own: var(--c4); } .s5 { --own: var(--c5); } .s6 { --own: var(--c6); } .s7 { --own: var(--c7); }
        polyline.curve { fill: none; stroke: var(--own); stroke-width: 2; stroke-linejoin: round; }
        polyline.dashed { stroke-dasharray: 5 4; } circle.dot { fill: var(--own); stroke: var(--ground); \
        stroke-width: 1.5; }
        .bar { fill: none; stroke: var(--own); stroke-width: 1.5; } polygon.spread { fill: var(--own); opacity: .22; }
        .band { opacity: .16; } .band0 { opacity: .08; } rect.hover { fill: var(--ink); opacity: 0; } \
        rect.hover:hover { opacity: .12; }
        .worst { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 3 3; }
        .small { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: .8rem; }
        .medium { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 1.2rem; }
        .small svg, .medium svg { min-width: 0; } .small svg text, .medium svg text { font-size: 13px; } .small \
        figcaption { font-size: .85em; }
        .key { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 .8em; }
        .key.fittedKey { height: 3px; background: var(--two); width: 1.4em; vertical-align: middle; }
        .key.predictedKey { height: 0; border-top: 2px dashed var(--one); width: 1.6em; vertical-align: middle; }
        .key.unused { background: var(--two); } .key.target { height: 2px; background: var(--mark); }
        .key.series { background: var(--own); border-radius: 50%; } .legend span { white-space: nowrap; }
        .heat th[scope=col] { text-align: center; }
        .heat td { text-align: center; border: 2px solid var(--ground); min-width: 4.5rem; }
        .heat th[scope=row] { text-align: left; position: sticky; left: 0; background: var(--ground); }
        .better { background: color-mix(in srgb, var(--good) calc(var(--share) * 1%), var(--ground)); }
        .worse { background: color-mix(in srgb, var(--bad) calc(var(--share) * 1%), var(--ground)); }
        .hole { color: var(--faint); background: repeating-linear-gradient(-45deg, transparent 0 5px, var(--rule) 5px \
        6px); }
        .stills { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: .6rem; }
        .stills img, .thumbnails img { width: 100%; height: auto; display: block; background: var(--rule); }
        .thumbnails { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: .5rem; }
        .thumbnails figcaption { font-size: .8em; }

        """
}
