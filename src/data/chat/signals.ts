const SOUND = '/sounds/notice.wav';

/** Plays the sound of a message. A browser refuses before the first click on the page, which is no fault (NOTIF-19). */
export function playSound(): void {
  new Audio(SOUND).play().catch(() => undefined);
}

/** A window title without the number of unread messages before it. */
export const withoutNumber = (title: string): string => title.replace(/^\(\d+\) /, '');

/** «(3) Общение – Управдом»; the title alone for none. */
export const withNumber = (title: string, unread: number): string =>
  unread > 0 ? `(${unread}) ${withoutNumber(title)}` : withoutNumber(title);
