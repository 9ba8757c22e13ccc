// Before the first paint: the trader's chosen theme, if any; the stylesheet follows the system otherwise.
try {
  const theme = localStorage.getItem("strikewise.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be switched off; the system's theme then stands.
}
