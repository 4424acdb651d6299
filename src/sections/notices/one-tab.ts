import { playSound } from '#console/ui/sound.ts';

/** How long the others are kept from sounding, ms: they hear of the same notification within a second. */
const HELD = 5_000;

/**
 * Sounds for a notification in one of the open tabs (NOTIF-19): whichever takes its lock first. Where the browser has no
 * locks (a page without https) every tab sounds.
 */
export function soundInOneTab(id: string): void {
  if (!navigator.locks) {
    playSound();
    return;
  }
  void navigator.locks.request(`sound of notification ${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    playSound();
    await new Promise((resolve) => setTimeout(resolve, HELD));
  });
}
