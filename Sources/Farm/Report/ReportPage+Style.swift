extension ReportPage {
    /// The style sheet: colours with enough contrast on white and on near-black.
    static let style: HTMLText = """
        :root { --ground: #fff; --ink: #1d2329; --faint: #667; --rule: #d5d9de; --good: #1a7f37; --bad: #b3261e;
          --one: #7b8794; --two: #2f6fb5; --three: #c2570c; --four: #7a3fa0; --mark: #111; }
        @media (prefers-color-scheme: dark) { :root { --ground: #14181c; --ink: #e4e8ec; --faint: #9aa4ae;
          --rule: #353c44; --good: #4ac26b; --bad: #ff7b72; --one: #8c98a4; --two: #5aa2ee; --three: #f0883e;
          --four: #b98be0; --mark: #fff; } }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
        h1 { margin: 0 0 .5rem; } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
        .verdict { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); }
        .facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; }
        dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: top; }
        th { color: var(--faint); font-weight: 500; } .text { text-align: left; }
        code { overflow-wrap: anywhere; font-size: .85em; } details summary { cursor: pointer; color: var(--faint); }
        .wide { overflow-x: auto; } td { white-space: nowrap; } td.text { white-space: normal; min-width: 8rem; }
        figure { margin: 0; overflow-x: auto; } svg { min-width: 36rem; } figcaption { color: var(--faint); } svg { width: 100%; height: auto; }
        svg text { fill: var(--ink); font-size: 11px; paint-order: stroke; stroke: var(--ground);
          stroke-width: 3px; } .grid { stroke: var(--rule); }
        .pass1 { fill: var(--one); background: var(--one); } .pass2 { fill: var(--two); background: var(--two); }
        .pass3 { fill: var(--three); background: var(--three); } .pass4 { fill: var(--four); background: var(--four); }
        .point { fill: var(--good); }
        .unused { opacity: .35; } .target { stroke: var(--mark); stroke-width: 1.5; }
        .fitted, .foretold { fill: none; stroke: var(--two); stroke-width: 2; }
        .foretold { stroke: var(--one); stroke-dasharray: 6 5; } circle.kept { stroke: var(--ink); stroke-width: 1.2; }
        .small { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .8rem; }
        .small svg { min-width: 0; } .small svg text { font-size: 13px; } .small figcaption { font-size: .85em; }
        .key { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 .8em; }
        .key.fittedKey { height: 3px; background: var(--two); width: 1.4em; vertical-align: middle; }
        .key.foretoldKey { height: 0; border-top: 2px dashed var(--one); width: 1.6em; vertical-align: middle; }
        .key.unused { background: var(--two); } .key.target { height: 2px; background: var(--mark); }

        """
}
