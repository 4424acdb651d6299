const ADDRESS = '/sounds/notice.wav';

/**
 * Plays the sound of what has come. Errors are ignored (NOTIF-19): a browser refuses to play before the first click on the page,
 * and a missing sound is no fault worth a word.
 */
export function playSound(): void {
  new Audio(ADDRESS).play().catch(() => undefined);
}
