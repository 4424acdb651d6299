import { MIN_VISIBLE_SHARE, visibleStep } from '#console/engine/form/use-visible-step.ts';

/** Sections of these heights one below the other, the first one at `top`. */
function stacked(top: number, heights: readonly number[]) {
  let at = top;
  return heights.map((height) => {
    const span = { top: at, bottom: at + height };
    at += height;
    return span;
  });
}
const VIEW = { top: 0, bottom: 600 };
/** Personal data, sections, objects, services. */
const HEIGHTS = [400, 500, 900, 200];
const at = (scrolled: number, heights = HEIGHTS, atBottom = false) =>
  visibleStep(stacked(-scrolled, heights), VIEW, atBottom);

describe('EMP-30 the step at hand while a form is scrolled', () => {
  test('is the first section of which 60 % or more is in view', () => {
    expect(MIN_VISIBLE_SHARE).toBe(0.6);
    expect(at(0)).toBe(0);
    // 240 of the 400 are left, exactly 60 %; with one pixel less the next one has more.
    expect(at(160)).toBe(0);
    expect(at(161)).toBe(1);
  });

  test('two that are wholly in view: the upper one', () => {
    expect(at(0, [200, 200, 900])).toBe(0);
  });

  test('one that never fits by 60 %: what fills most of the view', () => {
    // The third is higher than the view can show 60 % of.
    expect(at(1000, [400, 500, 1200, 700])).toBe(2);
    expect(at(1750, [400, 500, 1200, 1200])).toBe(2);
    expect(at(1850, [400, 500, 1200, 1200])).toBe(3);
  });

  test('at the bottom it is the last one, however little of it there is', () => {
    expect(at(1400, HEIGHTS, true)).toBe(3);
    expect(at(1200, [400, 500, 900, 10], true)).toBe(3);
    expect(at(1200, [400, 500, 900, 10])).toBe(2);
  });

  test('a step that is closed has no height and is never at hand', () => {
    expect(at(1200, [400, 500, 900, 0], true)).toBe(2);
    expect(at(0, [0, 500, 900])).toBe(1);
  });
});
