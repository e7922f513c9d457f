// Before the first paint: see src/ui/theme.ts, src/main.tsx and build/screens-ahead.ts.
(() => {
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
  const isSignedIn = read("auth_token") !== null;
  if (location.pathname !== "/" || isSignedIn) dataset.unpainted = "";

  // Only in a built page, and not in its landing page.
  const { base, list, fonts } = document.currentScript.dataset;
  if (base === undefined) return;
  const kinds = {
    js: { rel: "modulepreload" },
    css: { rel: "preload", as: "style" },
    woff2: { rel: "preload", as: "font" },
  };
  const loads = {};
  const load = (file) => {
    loads[file] ??= new Promise((done) => {
      const kind = kinds[file.split(".").pop()];
      const link = Object.assign(document.createElement("link"), { crossOrigin: "", ...kind });
      link.onload = link.onerror = done;
      link.href = `/${file}`;
      document.head.append(link);
    });
    return loads[file];
  };
  let asked;
  const screens = () => {
    asked ??= fetch(`/${list}`)
      .then((answer) => answer.json())
      // The router asks for the files, too.
      .catch(() => []);
    return asked;
  };
  window.loadScreen = async (address) => {
    const path = address.replace(/\/$/, "");
    const [, files = []] = (await screens()).find(([pattern]) => RegExp(pattern).test(path)) ?? [];
    await Promise.all(files.map(load));
  };
  // Loaded faces are used in the first frame that needs them, so that no line breaks anew.
  const loadFonts = async () => {
    await Promise.all(fonts.split(" ").map(load));
    for (const family of ["Instrument Sans", "IBM Plex Mono"]) document.fonts.load(`1em "${family}"`);
  };
  if (!isSignedIn) return void loadFonts();
  screens();
  load(base)
    .then(() => window.loadScreen(location.pathname))
    .then(loadFonts);
})();
