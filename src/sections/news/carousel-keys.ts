import { type RefObject, useEffect } from 'react';
import { useController } from 'yet-another-react-lightbox';

/**
 * Keeps the keyboard in the carousel (NEWS-20, NEWS-21): Tab goes round its buttons, and the keys that nothing on the page has,
 * as after a look at the browser's own buttons, are the carousel's.
 * @param within anything inside it
 */
export function useCarouselKeys(within: RefObject<HTMLElement | null>): void {
  const { prev, next, close } = useController();
  useEffect(() => {
    const round = (event: KeyboardEvent) => {
      const dialog = within.current?.closest('[role="dialog"]');
      const buttons = [...(dialog?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
      const place = buttons.indexOf(document.activeElement as HTMLElement);
      const ends = event.shiftKey ? place <= 0 : place < 0 || place === buttons.length - 1;
      const target = ends ? buttons.at(event.shiftKey ? -1 : 0) : undefined;
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Tab') round(event);
      if (document.activeElement !== document.body) return;
      if (event.key === 'ArrowLeft') prev();
      if (event.key === 'ArrowRight') next();
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [within, prev, next, close]);
}
