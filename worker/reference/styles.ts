/** The styles of the reference: one calm page, light and dark as the system is. */
export const STYLES = `
:root {
  color-scheme: light dark; scrollbar-color: light-dark(#c3ccd6, #36424e) transparent;
  --page: light-dark(#f5f7f9, #0f151b); --panel: light-dark(#fff, #161e26);
  --line: light-dark(#dbe1e8, #28333e); --text: light-dark(#16202b, #e4eaf0);
  --quiet: light-dark(#566373, #9aa8b6); --link: light-dark(#0b6b4f, #5fd0a8);
  --get: light-dark(#0a5f8a, #6fc3ee); --post: light-dark(#0b6b4f, #5fd0a8);
  --put: light-dark(#85540a, #e6b566); --delete: light-dark(#a5282d, #f08d90);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); display: grid; grid-template-columns: 19rem minmax(0, 1fr) }
a { color: var(--link); text-underline-offset: .15em }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px }
code, pre { font: .875em/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: .5rem 1rem; z-index: 1 }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1.25rem; border-right: 1px solid var(--line); font-size: .85rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav li a { display: flex; padding: .25rem 0; color: inherit; text-decoration: none }
nav li a:hover { text-decoration: underline }
nav b { flex: 0 0 3.6rem; font-size: .7rem; line-height: 1.9 }
.brand { font-weight: 650; font-size: 1.05rem; color: inherit; text-decoration: none }
.group { margin: 1.25rem 0 .25rem; color: var(--quiet); font-weight: 600 }
main { padding: 2.5rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 64rem }
h1 { margin: 0 0 .5rem; font-size: 2rem; letter-spacing: -.02em }
h1 small { color: var(--quiet); font-size: 1rem; font-weight: 400; letter-spacing: 0 }
.lead { max-width: 44rem; color: var(--quiet) }
section { margin: 1.25rem 0; padding: 1.25rem 1.5rem 1.5rem; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; scroll-margin-top: 1rem }
h2 { margin: 3rem 0 0; font-size: 1.4rem; letter-spacing: -.01em }
.call { margin: 0; font-size: 1.1rem; overflow-wrap: anywhere }
section p { margin: .35rem 0 }
h3 { margin: 0 0 .35rem; font-size: 1rem }
h4 { margin: 1.25rem 0 .35rem; font-size: .85rem; color: var(--quiet) }
.facts { display: flex; flex-wrap: wrap; gap: .35rem .75rem; font-size: .85rem; color: var(--quiet) }
.GET { color: var(--get) } .POST { color: var(--post) } .PUT { color: var(--put) } .DELETE { color: var(--delete) }
.call b { font-size: .8rem; letter-spacing: .04em; padding: .15rem .5rem; border: 1px solid currentColor; border-radius: 6px }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
td { padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: break-word }
tr:first-child td { border-top: 0 }
td:first-child { width: 11rem }
td:nth-child(3) { width: 16rem }
.good { color: var(--post) } .bad { color: var(--quiet); font-weight: 500 }
pre { margin: 0; padding: .9rem 1rem; overflow: auto; border-radius: 8px; background: var(--page); border: 1px solid var(--line) }
@media (max-width: 60rem) {
  body { grid-template-columns: minmax(0, 1fr) }
  nav { position: static; height: auto; max-height: 16rem; border-right: 0; border-bottom: 1px solid var(--line) }
  section { padding: 1rem }
  td:first-child, td:nth-child(3) { width: auto }
}
`;
