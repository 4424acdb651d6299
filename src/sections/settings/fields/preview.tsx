import '#i18n/building-plan-texts.ts';
import { useDeferredValue, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { BUILDING } from '#resources/limits.ts';
import { type BuildingPlan, layOut, summarize } from '#resources/rules/buildings/layout.ts';
import { entrancePlan, otherUnits, sentEntrance, sentOther } from '#resources/sections/kinds/building-plans.ts';
import classes from '../house-preview.module.css';
import { HousePreview } from '../house-preview.tsx';

const FIELDS = ['entrances', 'missing', 'lettered', 'others', 'risers'] as const;
const planned = z.object({
  entrances: z.array(entrancePlan).min(1).max(BUILDING.entrances),
  others: z.array(otherUnits).max(BUILDING.otherUnits),
});

/** The building that the form would make now; null while a typed value is not a number. */
function makePlan([entrances, missingNumbers, lettered, otherRows, risers]: readonly unknown[]): BuildingPlan | null {
  const rows = (value: unknown) => (Array.isArray(value) ? value : []);
  const { data } = planned.safeParse({
    entrances: rows(entrances).map(sentEntrance),
    // A row that is just begun has no names yet.
    others: rows(otherRows)
      .map(sentOther)
      .filter(({ labels }) => labels),
  });
  return data
    ? { ...data, missing: String(missingNumbers ?? ''), lettered: String(lettered ?? ''), risers: risers === true }
    : null;
}

/** The building that the form would make, as it is typed. */
export default function BuildingPreview() {
  const translate = useTranslate();
  const values = useDeferredValue(useWatch({ name: [...FIELDS] }));
  const laid = useMemo(() => {
    const plan = makePlan(values);
    return plan && layOut(plan);
  }, [values]);
  if (!laid) return <p className={classes.note}>{translate('buildingPlan.previewWaits')}</p>;
  if (laid.mistakes) {
    return (
      <ul className={classes.mistakes}>
        {laid.mistakes.map(({ field, message }) => (
          <li key={field}>{translate(message, { _: message })}</li>
        ))}
      </ul>
    );
  }
  return <HousePreview layout={laid.layout} entrances={summarize(laid.layout)} />;
}
