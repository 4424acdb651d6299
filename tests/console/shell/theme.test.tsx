import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { followTheme } from '#console/boot/theme-mode.ts';
import { useThemeMode } from '#console/shell/menu/theme-button.tsx';

const KEY = 'theme';
const shown = () => document.documentElement.dataset.theme;

/** A system that can turn dark. */
class System extends EventTarget {
  matches = false;

  turn(dark: boolean): void {
    this.matches = dark;
    this.dispatchEvent(new Event('change'));
  }
}

function Turner() {
  const [mode, turn] = useThemeMode();
  return (
    <button type="button" onClick={turn}>
      {mode}
    </button>
  );
}

/** Shows two of the console's buttons on a page. @returns the system that it runs on */
function open(): System {
  const system = new System();
  Object.assign(globalThis, { matchMedia: () => system });
  followTheme();
  render(
    <>
      <Turner />
      <Turner />
    </>,
  );
  return system;
}

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

afterEach(() => localStorage.removeItem(KEY));

it('the theme is that of the system, and turns with it while the page is open', async () => {
  const system = open();
  expect(shown()).toBe('light');
  await act(async () => system.turn(true));
  expect(shown()).toBe('dark');
  expect(buttons()).toEqual(['dark', 'dark']);
});

it('a chosen theme stays whatever the system does, and every button knows of it', async () => {
  const system = open();
  const [first] = screen.getAllByRole('button');
  await userEvent.click(first as HTMLElement);
  expect(localStorage.getItem(KEY)).toBe('dark');
  await act(async () => system.turn(true));
  await act(async () => system.turn(false));
  expect(shown()).toBe('dark');
  expect(buttons()).toEqual(['dark', 'dark']);
});

it('a theme chosen in another tab shows here', async () => {
  open();
  localStorage.setItem(KEY, 'dark');
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: KEY })));
  expect(shown()).toBe('dark');
  expect(buttons()).toEqual(['dark', 'dark']);
});
