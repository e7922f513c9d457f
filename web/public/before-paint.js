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
  const { files = [], screens = [] } = window.screensAhead ?? {};
  const [, needed = []] =
    (isSignedIn && screens.find(([path]) => RegExp(path).test(location.pathname))) || [];
  for (const file of needed.map((at) => files[at])) {
    const kind = file.endsWith(".css") ? { rel: "preload", as: "style" } : { rel: "modulepreload" };
    document.head.append(
      Object.assign(document.createElement("link"), kind, { crossOrigin: "", href: `/${file}` }),
    );
  }
})();
