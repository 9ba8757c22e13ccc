// Before the first paint: the chosen colours of up and down, and the theme that the address asks for, else the trader's choice, if any; the stylesheet follows the
// system otherwise.
const root = document.documentElement;
const isTheme = (theme) => theme === "light" || theme === "dark";
const asked = new URLSearchParams(location.search).get("theme");
if (isTheme(asked)) root.dataset.theme = asked;
try {
  if (isTheme(asked)) localStorage.setItem("strikewise.theme", asked);
  const theme = localStorage.getItem("strikewise.theme");
  if (isTheme(theme)) root.dataset.theme = theme;
  const palette = localStorage.getItem("strikewise.palette");
  if (palette === "blue-orange") root.dataset.palette = palette;
} catch {
  // Storage may be switched off; what the address asks for, or the system's theme, then stands.
}
