const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'short' });
const LONG_DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });
const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

/** «15 окт., 09:31», by this clock. */
export function sentText(at: string): string {
  const date = new Date(at);
  return `${DAY.format(date)}, ${TIME.format(date)}`;
}

/** «15 октября», with the year when it is another one. */
export function sentDay(at: string, now = new Date()): string {
  const date = new Date(at);
  const day = LONG_DAY.format(date);
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}
