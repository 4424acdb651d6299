import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import classes from './form.module.css';
import { FormField } from './form-field.tsx';
import { useOpenSections } from './open-sections.ts';
import { sectionId, useNamedSection } from './use-visible-step.ts';

/** How long an element is kept in view while content above it still loads, ms. */
const KEEP_IN_VIEW_MS = 4_000;

/** Events of a person who scrolls or types. */
const USER_ACTIONS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to an element, and again whenever its parent changes size, because lists above it may still be loading. Ends on any
 * user action or after a timeout.
 */
function keepInView(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView();
  const parent = element?.parentElement;
  if (!parent || !globalThis.ResizeObserver) return;
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const timer = setTimeout(stop, KEEP_IN_VIEW_MS);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of USER_ACTIONS) globalThis.removeEventListener(type, stop, true);
  }
  observer.observe(parent);
  for (const type of USER_ACTIONS) globalThis.addEventListener(type, stop, { capture: true, passive: true });
}

/**
 * The sections of a form one below the other, with title and hint. The section named by `?screen=` is scrolled into view
 * (SET-26).
 */
export function FormSections({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const sections = useOpenSections(resource);
  const namedSection = useNamedSection(sections);
  useEffect(() => {
    if (namedSection === null) return;
    // In the next frame, because the heading takes the focus on arrival and scrolls to itself.
    const frame = requestAnimationFrame(() => keepInView(sectionId(namedSection)));
    return () => cancelAnimationFrame(frame);
  }, [namedSection]);
  const translateText = (text: string) => translate(text, { _: text });
  return (
    <div className={classes.sections}>
      {sections.map(({ title, hint, columns, fields, closedReason }, index) =>
        closedReason === null ? (
          <section
            key={fields.join()}
            id={sectionId(index)}
            className={columns ? `${classes.section} ${classes.paired}` : classes.section}
            {...(title ? { 'aria-label': translateText(title) } : {})}
          >
            {title ? <h2 className={classes.title}>{translateText(title)}</h2> : null}
            {hint ? <p className={classes.hint}>{translateText(hint)}</p> : null}
            {fields.map((name) => {
              const field = resource.fields[name];
              return field ? <FormField key={name} resource={resource} name={name} field={field} /> : null;
            })}
          </section>
        ) : null,
      )}
    </div>
  );
}
