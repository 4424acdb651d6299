import '#i18n/building-plan-texts.ts';
import { useDeferredValue, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { BUILDING } from '#resources/limits.ts';
import { type BuildingPlan, buildLayout, summarize } from '#resources/rules/buildings/layout.ts';
import {
  entrancePlan,
  otherUnits,
  toWireEntrance,
  toWireOtherUnits,
} from '#resources/sections/kinds/building-plans.ts';
import classes from '../layout-preview.module.css';
import { LayoutPreview } from '../layout-preview.tsx';

const FIELDS = ['entrances', 'missing', 'lettered', 'others', 'risers'] as const;
const planSchema = z.object({
  entrances: z.array(entrancePlan).min(1).max(BUILDING.entrances),
  others: z.array(otherUnits).max(BUILDING.otherUnits),
});

/** Plan of the building from the form; null while a value is invalid. */
function makePlan([entrances, missingNumbers, lettered, otherRows, risers]: readonly unknown[]): BuildingPlan | null {
  const rows = (value: unknown) => (Array.isArray(value) ? value : []);
  const { data } = planSchema.safeParse({
    entrances: rows(entrances).map(toWireEntrance),
    // A row without labels is not filled in yet.
    others: rows(otherRows)
      .map(toWireOtherUnits)
      .filter(({ labels }) => labels),
  });
  return data
    ? { ...data, missing: String(missingNumbers ?? ''), lettered: String(lettered ?? ''), risers: risers === true }
    : null;
}

/** Live preview of the building in the form. */
export default function BuildingPreview() {
  const translate = useTranslate();
  const values = useDeferredValue(useWatch({ name: [...FIELDS] }));
  const result = useMemo(() => {
    const plan = makePlan(values);
    return plan && buildLayout(plan);
  }, [values]);
  if (!result) return <p className={classes.note}>{translate('buildingPlan.previewWaits')}</p>;
  if (result.mistakes) {
    return (
      <ul className={classes.mistakes}>
        {result.mistakes.map(({ field, message }) => (
          <li key={field}>{translate(message, { _: message })}</li>
        ))}
      </ul>
    );
  }
  return <LayoutPreview layout={result.layout} entrances={summarize(result.layout)} />;
}
