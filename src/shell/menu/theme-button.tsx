import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { chooseTheme, preferredTheme, type ThemeMode } from '#console/boot/theme-mode.ts';
import { CollapsedMenuTooltip } from './collapsed-menu-tooltip.tsx';
import classes from './menu.module.css';

/** Calls back whenever another theme is shown. @returns how to stop */
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

/** Turns to the other theme; its label is the theme one gets. */
export function ThemeButton({ rail }: { rail: boolean }) {
  const translate = useTranslate();
  const [mode, turn] = useThemeMode();
  const label = translate(mode === 'dark' ? 'shell.theme.light' : 'shell.theme.dark');
  return (
    <CollapsedMenuTooltip rail={rail} label={label}>
      <button type="button" className={classes.item} onClick={turn}>
        {mode === 'dark' ? <LightModeOutlined aria-hidden /> : <DarkModeOutlined aria-hidden />}
        <span>{label}</span>
      </button>
    </CollapsedMenuTooltip>
  );
}
