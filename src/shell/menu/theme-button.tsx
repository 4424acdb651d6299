import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { chooseTheme, preferredTheme, type ThemeMode } from '#console/boot/theme-mode.ts';
import { CollapsedMenuTooltip } from './collapsed-menu-tooltip.tsx';
import classes from './menu.module.css';

/**
 * Subscribes to changes of the theme.
 * @returns the unsubscribe function
 */
function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The current theme and a function to switch it. */
export function useThemeMode(): [ThemeMode, () => void] {
  const mode = useSyncExternalStore(subscribe, preferredTheme);
  return [mode, () => chooseTheme(mode === 'dark' ? 'light' : 'dark')];
}

/** Switches the theme; its label names the theme one switches to. */
export function ThemeButton({ rail }: { rail: boolean }) {
  const translate = useTranslate();
  const [mode, toggleTheme] = useThemeMode();
  const label = translate(mode === 'dark' ? 'shell.theme.light' : 'shell.theme.dark');
  return (
    <CollapsedMenuTooltip rail={rail} label={label}>
      <button type="button" className={classes.item} onClick={toggleTheme}>
        {mode === 'dark' ? <LightModeOutlined aria-hidden /> : <DarkModeOutlined aria-hidden />}
        <span>{label}</span>
      </button>
    </CollapsedMenuTooltip>
  );
}
