// Before anything is drawn: the theme chosen last time, so that the page never flashes the other one.
try {
  const theme = localStorage.getItem('mmscope.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage (a private window): the system's theme it is.
}
