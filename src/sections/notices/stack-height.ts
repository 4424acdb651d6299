import { PX } from '#resources/limits.ts';

/** Heights of the first toasts (NOTIF-20); they are the source's own, 242 is not what the formula gives (G-08). */
const FIRST = [0, 74, 156, 242] as const;

/** Height of the stack by its number of toasts: CSS pixels, `auto` for four (NOTIF-20…22). */
export function stackHeight(count: number): number | 'auto' {
  return FIRST[count] ?? (count === 4 ? 'auto' : count * PX.toastItem + (count - 1) * PX.toastGap);
}
