/** The styles of `/privacy` and `/terms`, in the colours of the page (`web/src/styles.css`). */
export const STYLES = `
:root { color-scheme: light dark; font: 16px/1.6 "Instrument Sans", system-ui, sans-serif }
:root[data-theme="light"] { color-scheme: light }
:root[data-theme="dark"] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#f3f0e9, #151412); color: light-dark(#1d1b18, #ece7dc); overflow-wrap: break-word }
header, footer { padding: .75rem max(1rem, 50vw - 22rem); background: light-dark(#fbfaf6, #1d1c19) }
header { border-bottom: 1px solid light-dark(#d8d2c5, #34312b); font-weight: 600 }
footer { border-top: 1px solid light-dark(#d8d2c5, #34312b); font-size: .875rem }
header a, footer a { display: inline-block; margin-right: 1rem; padding: .25rem 0; text-decoration: none }
main { max-width: 46rem; min-height: 80vh; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { font-size: 1.75rem } h2 { margin-top: 2.25rem; font-size: 1.25rem } h3 { font-size: 1rem }
li { margin: .4rem 0 } ul, ol { padding-left: 1.25rem }
a { color: inherit; text-underline-offset: 2px }
a:hover { text-decoration: underline 2px }
:focus-visible { outline: 2px solid; outline-offset: 2px; border-radius: 2px }
code { font: .875em ui-monospace, Menlo, Consolas, monospace }
`;
