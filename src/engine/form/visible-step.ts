/** Share of a section that must be in view for its step to be the one at hand (EMP-30). */
export const ENOUGH = 0.6;

/** Top and bottom of something, in CSS pixels, in the same frame as the window it is seen through. */
export interface Span {
  top: number;
  bottom: number;
}

/**
 * Which section is at hand: the first of which 60 % or more is in view, the last one that has a height at the bottom of
 * the page, and else the one that fills most of the view (EMP-30).
 * @param atBottom whether the page is scrolled to its end
 */
export function visibleStep(sections: readonly Span[], view: Span, atBottom: boolean): number {
  const last = sections.findLastIndex(({ top, bottom }) => bottom > top);
  if (atBottom && last >= 0) return last;
  const seen = sections.map(({ top, bottom }) => Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, view.top)));
  const enough = sections.findIndex(({ top, bottom }, index) => {
    const height = bottom - top;
    return height > 0 && (seen[index] ?? 0) / height >= ENOUGH;
  });
  if (enough >= 0) return enough;
  return Math.max(0, seen.indexOf(Math.max(...seen)));
}
