/** Light or dark. No imports: the boot script sets it before the first paint. */
export type ThemeMode = 'light' | 'dark';

/** Key of local storage; absent until the person has chosen. */
const KEY = 'theme';

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme, else the one the system asks for. */
export function preferredTheme(): ThemeMode {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemIsDark().matches ? 'dark' : 'light';
}

/** Shows the preferred theme: `tokens.css` looks at `data-theme`. */
function showTheme(): void {
  document.documentElement.dataset.theme = preferredTheme();
}

/** Shows the preferred theme from now on: also when evening turns the system dark, or another tab chooses. */
export function followTheme(): void {
  showTheme();
  systemIsDark().addEventListener('change', showTheme);
  addEventListener('storage', showTheme);
}

/** Shows a theme and remembers it. */
export function chooseTheme(mode: ThemeMode): void {
  localStorage.setItem(KEY, mode);
  showTheme();
}
