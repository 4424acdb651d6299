import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import { useTranslate } from 'react-admin';
import classes from './menu.module.css';
import { RailTip } from './rail-tip.tsx';
import { useThemeMode } from './use-theme-mode.ts';

/** Turns to the other theme; its label is the theme one gets. */
export function ThemeButton({ rail }: { rail: boolean }) {
  const translate = useTranslate();
  const [mode, turn] = useThemeMode();
  const label = translate(mode === 'dark' ? 'shell.theme.light' : 'shell.theme.dark');
  return (
    <RailTip rail={rail} label={label}>
      <button type="button" className={classes.item} onClick={turn}>
        {mode === 'dark' ? <LightModeOutlined aria-hidden /> : <DarkModeOutlined aria-hidden />}
        <span>{label}</span>
      </button>
    </RailTip>
  );
}
