// Runs before the first paint. What the page itself does about it stands in src/ui/theme.ts and src/main.tsx.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is forbidden: the system's theme it is, and nobody is signed in.
      return null;
    }
  };
  const { dataset } = document.documentElement;
  // The page never shows in the wrong theme.
  const choice = read("theme");
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  dataset.theme = dark ? "dark" : "light";
  // What may be painted already is the landing page as a stranger sees it, and is shown to nobody else.
  if (location.pathname !== "/" || read("auth_token") !== null) dataset.unpainted = "";
})();
