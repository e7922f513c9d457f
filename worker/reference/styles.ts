/** The styles of the reference: one column beside the list of calls, in light or dark. */
export const STYLES = `
:root {
  color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif;
  --panel: light-dark(#fff, #161e26); --line: light-dark(#dbe1e8, #28333e); --link: light-dark(#0b6b4f, #5fd0a8);
}
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#f5f7f9, #0f151b); color: light-dark(#16202b, #e4eaf0) }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
code { font: .875em/1.6 ui-monospace, Menlo, Consolas, monospace }
.skip:not(:focus) { position: absolute; left: -99rem }
nav { padding: 1rem; border-bottom: 1px solid var(--line); font-size: .85rem; max-height: 16rem; overflow: auto }
main { padding: 1rem; max-width: 64rem }
nav h2 { margin: 1rem 0 0; font-size: inherit }
ul { list-style: none; margin: 0; padding: 0 }
li a { display: block; padding: .25rem 0; color: inherit; text-decoration: none }
section { margin: 1.25rem 0; padding: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; overflow-x: auto }
h3, h4, p { margin: .35rem 0; overflow-wrap: anywhere }
h4 { margin-top: 1rem; font-size: .85rem }
.GET { color: light-dark(#0a5f8a, #6fc3ee) } .POST { color: var(--link) }
.PUT { color: light-dark(#85540a, #e6b566) } .DELETE { color: light-dark(#a5282d, #f08d90) }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
td { padding: .4rem .75rem .4rem 0; overflow-wrap: break-word; border-top: 1px solid var(--line); vertical-align: top }
pre { margin: 0; padding: .75rem; overflow: auto; border: 1px solid var(--line); border-radius: 8px }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; height: 100vh; max-height: none; border-bottom: 0; border-right: 1px solid var(--line) }
  main { padding: 2rem 3rem }
}
`;
