import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { MS } from '#resources/limits.ts';

/** Room above the field that is scrolled to, in CSS pixels. */
const MARGIN = 24;

function scrollParent(element: HTMLElement): HTMLElement {
  for (let up = element.parentElement; up; up = up.parentElement) {
    const { overflowY } = getComputedStyle(up);
    if (/(auto|scroll)/.test(overflowY) && up.scrollHeight > up.clientHeight) return up;
  }
  return document.documentElement;
}

/** Slow at both ends. */
const eased = (share: number) => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

/** Brings an element to the top of what scrolls, over 500 ms; at once where less motion is preferred (SHELL-34). */
function scrollSlowly(element: HTMLElement, onEnd: () => void): () => void {
  const area = scrollParent(element);
  const from = area.scrollTop;
  const by = element.getBoundingClientRect().top - area.getBoundingClientRect().top - MARGIN;
  if (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
    area.scrollTop = from + by;
    onEnd();
    return () => undefined;
  }
  const began = performance.now();
  let frame = requestAnimationFrame(function step(now) {
    const share = Math.min(1, Math.max(0, now - began) / MS.scrollToError);
    area.scrollTop = from + by * eased(share);
    if (share < 1) frame = requestAnimationFrame(step);
    else onEnd();
  });
  return () => cancelAnimationFrame(frame);
}

const FOCUSABLE = 'input:not([type=hidden]):not(:disabled), select, textarea, button, [tabindex="0"]';

/** Events that show the person going on by themselves. */
const GOING_ON = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * After a submit that left errors, scrolls to the first of them in the order of the page, 100 ms later
 * and over 500 ms, and gives it the focus (SHELL-34). A focus that is in another field by then stays there. Fields are
 * marked by `data-invalid`.
 * @param form the element to look in
 */
export function useScrollToError(form: () => HTMLElement | null): void {
  const { submitCount, isSubmitting } = useFormState();
  const find = useRef(form);
  find.current = form;
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    let stop: () => void = () => undefined;
    const goesOn = new AbortController();
    const timer = setTimeout(() => {
      const field = find.current()?.querySelector<HTMLElement>('[data-invalid="true"]');
      if (!field) return;
      // A field of several controls says itself which of them is wrong.
      const wrong = field.querySelector<HTMLElement>('[aria-invalid="true"]');
      const group = wrong?.closest('fieldset');
      const focused = wrong ?? field.querySelector<HTMLElement>(FOCUSABLE);
      stop = scrollSlowly(group && field.contains(group) ? group : field, () => {
        goesOn.abort();
        focused?.focus({ preventScroll: true });
      });
    }, MS.scrollToErrorDelay);
    const end = () => {
      goesOn.abort();
      clearTimeout(timer);
      stop();
    };
    const told = { capture: true, passive: true, signal: goesOn.signal };
    for (const what of GOING_ON) document.addEventListener(what, end, told);
    return end;
  }, [submitCount, isSubmitting]);
}
