// Before the first paint: see src/ui/theme.ts, src/main.tsx and build/screens-ahead.ts.
(() => {
  // Some programs encode the hash of a link: the secret behind it would stay in the path, which servers log.
  const hidden = /^(\/[a-z-]+)%(?:25)*23(.+)$/i.exec(location.pathname);
  if (hidden) return location.replace(`${hidden[1]}#${hidden[2]}`);
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const { dataset } = document.documentElement;
  const theme = read("theme");
  const isDark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  dataset.theme = isDark ? "dark" : "light";
  const token = read("auth_token");
  const isSignedIn = token !== null;
  if (location.pathname !== "/" || isSignedIn) dataset.unpainted = "";

  // Only in a built page, and not in its landing page.
  const { screens, scripts, fonts } = document.currentScript.dataset;
  if (screens === undefined) return;
  const kinds = { css: "style", woff2: "font" };
  const loads = {};
  const load = (file, fetchPriority) => {
    loads[file] ??= new Promise((done) => {
      const as = kinds[file.split(".").pop()];
      const how = as ? { rel: "preload", as } : { rel: "modulepreload" };
      const link = document.createElement("link");
      const href = `/${file}`;
      Object.assign(link, how, { crossOrigin: "", fetchPriority, href, onload: done, onerror: done });
      document.head.append(link);
    });
    return loads[file];
  };
  // With a token also makes the call without which the screen has nothing to show: `src/api/call.ts` takes the answer.
  window.loadScreen = async (address, token) => {
    const path = address.replace(/\/$/, "");
    const [pattern, files = [], call] = JSON.parse(screens).find(([each]) => RegExp(each).test(path)) ?? [];
    if (call && token) {
      const url = path.replace(RegExp(pattern), call);
      const headers = { Authorization: `Token ${token}` };
      const answer = fetch(url, { headers, signal: AbortSignal.timeout(20_000) });
      // The page reports a failure.
      answer.catch(() => {});
      window.ahead = { url, token, answer };
    }
    // On a slow line the scripts that run first are a round trip ahead of the screen's files.
    const first = scripts.split(" ").map((file) => load(file, "high"));
    await Promise.race(first);
    await Promise.all([...first, ...files.map((file) => load(file, "low"))]);
  };
  // Loaded faces are used in the first frame that needs them, so that no line breaks anew.
  const loadFonts = async () => {
    await Promise.all(fonts.split(" ").map((file) => load(file, "auto")));
    for (const family of ["Instrument Sans", "IBM Plex Mono"]) document.fonts.load(`1em "${family}"`);
  };
  // The first formatter takes 30 ms in Chromium: made while the page's code is still on its way.
  setTimeout(() => new Intl.DateTimeFormat("en-US"));
  if (!isSignedIn) return void loadFonts();
  window.loadScreen(location.pathname, token).then(loadFonts);
})();
