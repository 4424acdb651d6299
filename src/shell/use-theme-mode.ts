import { useState } from 'react';
import { chooseTheme, preferredTheme, type ThemeMode } from '#console/boot/theme-mode.ts';

/** The theme that is shown and how to turn to the other one. */
export function useThemeMode(): [ThemeMode, () => void] {
  const [mode, setMode] = useState(preferredTheme);
  function turn() {
    const next = mode === 'dark' ? 'light' : 'dark';
    chooseTheme(next);
    setMode(next);
  }
  return [mode, turn];
}
