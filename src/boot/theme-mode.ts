/** Light or dark. No imports: the boot script sets it before the first paint. */
export type ThemeMode = 'light' | 'dark';

/** Key of local storage; absent until the person has chosen. */
const KEY = 'theme';

/** The chosen theme, else the one the system asks for. */
export function preferredTheme(): ThemeMode {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows a theme: `tokens.css` looks at `data-theme`. */
export function showTheme(mode: ThemeMode): void {
  document.documentElement.dataset.theme = mode;
}

/** Shows a theme and remembers it. */
export function chooseTheme(mode: ThemeMode): void {
  localStorage.setItem(KEY, mode);
  showTheme(mode);
}
