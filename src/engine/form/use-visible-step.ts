import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import type { OpenSection } from './open-sections.ts';

/** Id of a section on the page; the step list, the tabs and `?screen=` lead to it. */
export const sectionId = (index: number) => `section-${index + 1}`;

/** Share of a section that must be in view for its step to be the one at hand (EMP-30). */
export const ENOUGH = 0.6;

/** Top and bottom of something, in CSS pixels, in the same frame as the window it is seen through. */
interface Span {
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
  const visibleHeights = sections.map(({ top, bottom }) =>
    Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, view.top)),
  );
  const enough = sections.findIndex(({ top, bottom }, index) => {
    const height = bottom - top;
    return height > 0 && (visibleHeights[index] ?? 0) / height >= ENOUGH;
  });
  if (enough >= 0) return enough;
  return Math.max(0, visibleHeights.indexOf(Math.max(...visibleHeights)));
}

/** Actions by which a person scrolls. */
const BY_HAND = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * The place of a section; of a closed one the place where it is opened (EMP-28), and null where there is none of that name.
 */
function stepPlace(sections: readonly OpenSection[], screen: string | null): number | null {
  const index = sections.findIndex(({ name }) => name !== undefined && name === screen);
  const { closedReason = null, when } = sections[index] ?? {};
  const place = closedReason === null ? index : sections.findIndex(({ fields }) => when && fields.includes(when.field));
  return place < 0 ? null : place;
}

/**
 * The place of the section that `?screen=` of the address names, as the form was opened; null when it names none (SET-26,
 * EMP-28).
 */
export function useNamedSection(sections: readonly OpenSection[]): number | null {
  const [params] = useSearchParams();
  const screen = params.get('screen');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens while the form is filled in leads nowhere
  return useMemo(() => stepPlace(sections, screen), [screen]);
}

/**
 * The index of the section at hand, followed while the page scrolls, and how to go to another one (EMP-30). One that was
 * gone to, or that the address names, stays at hand until the person scrolls by themselves.
 */
export function useVisibleStep(sections: readonly OpenSection[]): [number, (index: number) => void] {
  const area = useScrollArea();
  const namedSection = useNamedSection(sections);
  const count = sections.length;
  const [current, setCurrent] = useState(namedSection ?? 0);
  const goneTo = useRef<number | null>(namedSection);

  useEffect(() => {
    goneTo.current = namedSection;
    if (namedSection !== null) setCurrent(namedSection);
  }, [namedSection]);

  useEffect(() => {
    if (!area) return;
    const look = () => {
      if (goneTo.current !== null) return;
      const view = area.getBoundingClientRect();
      const spans = Array.from({ length: count }, (_, index) => {
        const box = document.getElementById(sectionId(index))?.getBoundingClientRect();
        return { top: box?.top ?? 0, bottom: box?.bottom ?? 0 };
      });
      const scrolls = area.scrollHeight > area.clientHeight;
      const atBottom = scrolls && area.scrollTop + area.clientHeight >= area.scrollHeight - 1;
      setCurrent(visibleStep(spans, view, atBottom));
    };
    const byHand = () => {
      goneTo.current = null;
    };
    // A press on the area itself and on nothing in it is on its scroll bar.
    const onBar = ({ target }: PointerEvent) => target === area && byHand();
    look();
    area.addEventListener('scroll', look, { passive: true });
    area.addEventListener('pointerdown', onBar, { passive: true });
    for (const type of BY_HAND) area.addEventListener(type, byHand, { passive: true });
    return () => {
      area.removeEventListener('scroll', look);
      area.removeEventListener('pointerdown', onBar);
      for (const type of BY_HAND) area.removeEventListener(type, byHand);
    };
  }, [area, count]);

  const go = useCallback((index: number) => {
    goneTo.current = index;
    setCurrent(index);
    const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    document.getElementById(sectionId(index))?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
  }, []);
  return [current, go];
}
