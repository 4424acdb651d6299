const SOUND_URL = '/sounds/notice.wav';

/**
 * Plays the notification sound. Errors are ignored (NOTIF-19): browsers refuse to play before the first click, and a missing
 * sound does not matter.
 */
export function playSound(): void {
  new Audio(SOUND_URL).play().catch(() => undefined);
}
