// How the page looks, on light and dark screens, on a phone and on paper.
#pragma once

namespace ulna {

inline constexpr const char* kPageStyle = R"(
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --faint: #57606a;
  --line: #d0d7de; --panel: #f3f5f7; --link: #0550ae; --good: #0f6b32; --bad: #b3141d;
  --open: #7a5200; --bar: #3b6fb6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaef; --paper: #10141a; --faint: #9aa5b1;
  --line: #39424e; --panel: #1a2029; --link: #7cb7ff; --good: #5fd38a; --bad: #ff8d85;
  --open: #e3b341; --bar: #6ea3e8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 2rem; margin: 0.5rem 0 0; }
h2 { margin: 2.5rem 0 0.5rem; padding-top: 0.5rem; border-top: 2px solid var(--line); }
h3 { margin: 2rem 0 0.5rem; }
h4 { margin: 1rem 0 0.25rem; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible, pre:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
.certified { color: var(--good); }
.refuted { color: var(--bad); }
.not-run { color: var(--open); }
.faint { color: var(--faint); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); overflow-wrap: normal; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code, pre { font: 0.875rem/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; margin: 0.5rem 0; padding: 0.75rem; background: var(--panel);
  border: 1px solid var(--line); border-radius: 6px; overflow-wrap: normal; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0.5rem 0; }
dt { color: var(--faint); }
dd { margin: 0; }
.finding { border-left: 4px solid var(--bad); padding-left: 1rem; margin: 1rem 0; }
.quantity { margin: 0.5rem 0 2rem; }
figure { margin: 1rem 0; }
img { max-width: 100%; height: auto; }
svg { display: block; max-width: 100%; height: auto; }
svg text { fill: var(--faint); font: 11px system-ui, sans-serif; }
svg .bar { fill: var(--bar); }
svg .beyond { fill: var(--bad); }
svg .axis { stroke: var(--line); }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.5rem; } }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } pre { white-space: pre-wrap; }
  .scroll { overflow: visible; } .finding, svg, tr { break-inside: avoid; } }
)";

/// What is folded away is printed, too.
inline constexpr const char* kPageScript =
    "addEventListener('beforeprint', () => "
    "document.querySelectorAll('details').forEach((d) => { d.open = true; }));";

} // namespace ulna
