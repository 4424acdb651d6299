import { useSyncExternalStore } from 'react';
import { chooseTheme, preferredTheme, type ThemeMode } from '#console/boot/theme-mode.ts';

/** Calls back whenever another theme is shown, whoever asked for it. @returns how to stop */
function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme that is shown and how to turn to the other one. */
export function useThemeMode(): [ThemeMode, () => void] {
  const mode = useSyncExternalStore(subscribe, preferredTheme);
  return [mode, () => chooseTheme(mode === 'dark' ? 'light' : 'dark')];
}
