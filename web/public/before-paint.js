// Before the first paint: see src/ui/theme.ts and src/main.tsx.
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
  if (location.pathname !== "/" || read("auth_token") !== null) dataset.unpainted = "";
})();
