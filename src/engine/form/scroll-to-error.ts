import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { MS } from '#resources/limits.ts';

/** Space above the field scrolled to, in CSS pixels. */
const MARGIN = 24;

function scrollParent(element: HTMLElement): HTMLElement {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const { overflowY } = getComputedStyle(ancestor);
    if (/(auto|scroll)/.test(overflowY) && ancestor.scrollHeight > ancestor.clientHeight) return ancestor;
  }
  return document.documentElement;
}

/** Quadratic ease-in-out; takes and returns a share from 0 to 1. */
const easeInOut = (progress: number) => (progress < 0.5 ? 2 * progress * progress : 1 - (2 - 2 * progress) ** 2 / 2);

/** Scrolls an element to the top of its scroll container over 500 ms; at once with `prefers-reduced-motion` (SHELL-34). */
function scrollSlowly(element: HTMLElement, onEnd: () => void): () => void {
  const area = scrollParent(element);
  const startTop = area.scrollTop;
  const distance = element.getBoundingClientRect().top - area.getBoundingClientRect().top - MARGIN;
  if (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
    area.scrollTop = startTop + distance;
    onEnd();
    return () => undefined;
  }
  const startTime = performance.now();
  let frame = requestAnimationFrame(function step(now) {
    const progress = Math.min(1, Math.max(0, now - startTime) / MS.scrollToError);
    area.scrollTop = startTop + distance * easeInOut(progress);
    if (progress < 1) frame = requestAnimationFrame(step);
    else onEnd();
  });
  return () => cancelAnimationFrame(frame);
}

const FOCUSABLE = 'input:not([type=hidden]):not(:disabled), select, textarea, button, [tabindex="0"]';

/** Events that show that the person has gone on. */
const USER_ACTIONS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * After a submit with errors, scrolls to the first invalid field in page order (100 ms later, over 500 ms) and focuses it
 * (SHELL-34); any user action meanwhile cancels this. Invalid fields are marked by `data-invalid`.
 * @param form returns the element to search
 */
export function useScrollToError(form: () => HTMLElement | null): void {
  const { submitCount, isSubmitting } = useFormState();
  const getForm = useRef(form);
  getForm.current = form;
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    let cancelScroll: () => void = () => undefined;
    const listeners = new AbortController();
    const timer = setTimeout(() => {
      const field = getForm.current()?.querySelector<HTMLElement>('[data-invalid="true"]');
      if (!field) return;
      // A field of several controls marks the invalid one with `aria-invalid`.
      const invalidControl = field.querySelector<HTMLElement>('[aria-invalid="true"]');
      const group = invalidControl?.closest('fieldset');
      const focusTarget = invalidControl ?? field.querySelector<HTMLElement>(FOCUSABLE);
      cancelScroll = scrollSlowly(group && field.contains(group) ? group : field, () => {
        listeners.abort();
        focusTarget?.focus({ preventScroll: true });
      });
    }, MS.scrollToErrorDelay);
    const cancel = () => {
      listeners.abort();
      clearTimeout(timer);
      cancelScroll();
    };
    const options = { capture: true, passive: true, signal: listeners.signal };
    for (const type of USER_ACTIONS) document.addEventListener(type, cancel, options);
    return cancel;
  }, [submitCount, isSubmitting]);
}
