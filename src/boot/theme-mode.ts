/** Light or dark. This file has no imports, because the boot script sets the theme before the first paint. */
export type ThemeMode = 'light' | 'dark';

/** Key of local storage; not set until the person has chosen. */
const STORAGE_KEY = 'theme';

const darkModeQuery = () => matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme, else that of the system. */
export function preferredTheme(): ThemeMode {
  const storedMode = localStorage.getItem(STORAGE_KEY);
  if (storedMode === 'light' || storedMode === 'dark') return storedMode;
  return darkModeQuery().matches ? 'dark' : 'light';
}

/** Shows the preferred theme: `tokens.css` looks at `data-theme`. */
function showTheme(): void {
  document.documentElement.dataset.theme = preferredTheme();
}

/** Applies the preferred theme and keeps it up to date when the system setting changes or another tab chooses. */
export function followTheme(): void {
  showTheme();
  darkModeQuery().addEventListener('change', showTheme);
  addEventListener('storage', showTheme);
}

/** Applies a theme and stores the choice. */
export function chooseTheme(mode: ThemeMode): void {
  localStorage.setItem(STORAGE_KEY, mode);
  showTheme();
}
