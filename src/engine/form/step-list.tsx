import Check from '@mui/icons-material/Check';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { formSections } from '#resources/language/form-sections.ts';
import { sectionId } from './form-sections.tsx';
import classes from './step-list.module.css';
import { visibleStep } from './visible-step.ts';

/** The index of the section at hand, followed while the page scrolls. */
function useVisibleStep(count: number): [number, (index: number) => void] {
  const area = useScrollArea();
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (!area) return;
    const look = () => {
      const view = area.getBoundingClientRect();
      const sections = Array.from({ length: count }, (_, index) => {
        const box = document.getElementById(sectionId(index))?.getBoundingClientRect();
        return { top: box?.top ?? 0, bottom: box?.bottom ?? 0 };
      });
      const scrolls = area.scrollHeight > area.clientHeight;
      const atBottom = scrolls && area.scrollTop + area.clientHeight >= area.scrollHeight - 1;
      setCurrent(visibleStep(sections, view, atBottom));
    };
    look();
    area.addEventListener('scroll', look, { passive: true });
    return () => area.removeEventListener('scroll', look);
  }, [area, count]);
  return [current, setCurrent];
}

/** The steps of a form at its side: the one at hand, those behind it, a click leads to a step (EMP-17, EMP-30). */
export function StepList({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { errors } = useFormState();
  const steps = formSections(resource);
  const [current, setCurrent] = useVisibleStep(steps.length);
  const go = (index: number) => {
    setCurrent(index);
    const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    document.getElementById(sectionId(index))?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
  };
  return (
    <nav aria-label={translate('engine.form.steps')} className={classes.steps}>
      <ol>
        {steps.map(({ title, fields }, index) => {
          const name = title ? translate(title, { _: title }) : String(index + 1);
          const done = index < current && !fields.some((field) => errors[field]);
          const state = index === current ? classes.current : done ? classes.done : '';
          return (
            <li key={fields.join()}>
              <button
                type="button"
                className={`${classes.step} ${state}`}
                aria-current={index === current ? 'step' : undefined}
                onClick={() => go(index)}
              >
                <span className={classes.number}>{done ? <Check aria-hidden /> : index + 1}</span>
                {name}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
