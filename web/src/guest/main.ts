/**
 * The page of a guest: `/guest#TOKEN`. It is an entry of its own, without the app's scripts, so that a phone on a slow
 * line shows it soon. The token is kept in session storage, and leaves the address at once: a computer that others use
 * has no link in its history.
 */

import "../fonts.css";
import "../styles.css";
import { GuestPage } from "./page.ts";
import { wordsFor } from "./texts.ts";

const KEY = "guest_token";
const FORM = /^swt_[0-9A-Za-z]{55}$/;

function storedToken(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The token of the address, or the one of this tab. */
function readToken(): string | null {
  const given = location.hash.slice(1);
  if (!FORM.test(given)) return storedToken();
  try {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname);
  } catch {
    // without storage the address keeps it, so that the page can be loaded again
  }
  return given;
}

const main = document.getElementById("guest");
if (!main) throw new Error("The page has no #guest.");
const words = wordsFor(navigator.languages);
document.documentElement.lang = words.language;
delete document.documentElement.dataset.unpainted;
new GuestPage(main, words).start(readToken());
// another link in the same tab
window.addEventListener("hashchange", () => {
  if (FORM.test(location.hash.slice(1))) location.reload();
});
