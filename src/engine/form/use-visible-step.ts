import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import type { OpenSection } from './open-sections.ts';

/** DOM id of a section, the scroll target of the step list, the tabs and `?screen=`. */
export const sectionId = (index: number) => `section-${index + 1}`;

/** Visible share of a section from which its step is the current one (EMP-30). */
export const MIN_VISIBLE_SHARE = 0.6;

/** Top and bottom of an element or of the viewport, in CSS pixels of the same coordinate system. */
interface Span {
  top: number;
  bottom: number;
}

/**
 * Index of the current section: the last non-empty one at the end of the page, else the first that is at least 60 % visible, else
 * the one with the largest visible height (EMP-30).
 * @param isAtBottom whether the page is scrolled to its end
 */
export function visibleStep(sections: readonly Span[], view: Span, isAtBottom: boolean): number {
  const last = sections.findLastIndex(({ top, bottom }) => bottom > top);
  if (isAtBottom && last >= 0) return last;
  const visibleHeights = sections.map(({ top, bottom }) =>
    Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, view.top)),
  );
  const visibleIndex = sections.findIndex(({ top, bottom }, index) => {
    const height = bottom - top;
    return height > 0 && (visibleHeights[index] ?? 0) / height >= MIN_VISIBLE_SHARE;
  });
  if (visibleIndex >= 0) return visibleIndex;
  return Math.max(0, visibleHeights.indexOf(Math.max(...visibleHeights)));
}

/** Events by which a person scrolls. */
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Index of a named section; for a closed one, of the section with the field that opens it (EMP-28); null if there is no such
 * section.
 */
function sectionIndex(sections: readonly OpenSection[], screen: string | null): number | null {
  const index = sections.findIndex(({ name }) => name !== undefined && name === screen);
  const { closedReason = null, when } = sections[index] ?? {};
  const openingIndex =
    closedReason === null ? index : sections.findIndex(({ fields }) => when && fields.includes(when.field));
  return openingIndex < 0 ? null : openingIndex;
}

/** Index of the section that `?screen=` named when the form was opened; null if none (SET-26, EMP-28). */
export function useNamedSection(sections: readonly OpenSection[]): number | null {
  const [params] = useSearchParams();
  const screen = params.get('screen');
  // biome-ignore lint/correctness/useExhaustiveDependencies: sections that open while the form is filled in are not scrolled to
  return useMemo(() => sectionIndex(sections, screen), [screen]);
}

/**
 * Index of the current section, updated on scrolling, and a function that scrolls to another one (EMP-30). A section that was
 * scrolled to by that function or named in the URL stays current until the person scrolls.
 */
export function useVisibleStep(sections: readonly OpenSection[]): [number, (index: number) => void] {
  const area = useScrollArea();
  const namedSection = useNamedSection(sections);
  const count = sections.length;
  const [current, setCurrent] = useState(namedSection ?? 0);
  const targetRef = useRef<number | null>(namedSection);

  useEffect(() => {
    targetRef.current = namedSection;
    if (namedSection !== null) setCurrent(namedSection);
  }, [namedSection]);

  useEffect(() => {
    if (!area) return;
    const updateCurrent = () => {
      if (targetRef.current !== null) return;
      const view = area.getBoundingClientRect();
      const spans = Array.from({ length: count }, (_, index) => {
        const box = document.getElementById(sectionId(index))?.getBoundingClientRect();
        return { top: box?.top ?? 0, bottom: box?.bottom ?? 0 };
      });
      const isScrollable = area.scrollHeight > area.clientHeight;
      const isAtBottom = isScrollable && area.scrollTop + area.clientHeight >= area.scrollHeight - 1;
      setCurrent(visibleStep(spans, view, isAtBottom));
    };
    const onUserScroll = () => {
      targetRef.current = null;
    };
    // A press on the scroll area itself, rather than on its content, is on the scroll bar.
    const onScrollBarPress = ({ target }: PointerEvent) => target === area && onUserScroll();
    updateCurrent();
    area.addEventListener('scroll', updateCurrent, { passive: true });
    area.addEventListener('pointerdown', onScrollBarPress, { passive: true });
    for (const type of USER_SCROLL_EVENTS) area.addEventListener(type, onUserScroll, { passive: true });
    return () => {
      area.removeEventListener('scroll', updateCurrent);
      area.removeEventListener('pointerdown', onScrollBarPress);
      for (const type of USER_SCROLL_EVENTS) area.removeEventListener(type, onUserScroll);
    };
  }, [area, count]);

  const goToSection = useCallback((index: number) => {
    targetRef.current = index;
    setCurrent(index);
    const prefersReducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    document.getElementById(sectionId(index))?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' });
  }, []);
  return [current, goToSection];
}
