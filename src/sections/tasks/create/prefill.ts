import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { Building } from '#console/data/building-list.ts';
import { useBuildings } from '#console/data/buildings.ts';
import type { TaskSource } from '#resources/protocol/tasks.ts';
import { type PlaceValue, untouchedPlace } from './place-value.ts';

/** What another page knows of a request that is to be written: router state `{ prefill }`. */
export interface Prefill {
  building?: number;
  porch?: number;
  description?: string;
  /** What it is written for. */
  from?: { message?: string; complaint?: number };
}

/** What a prefilled request is made of, for the wire; null when that is nothing. `message` is «topic:number». */
export function sourceOf(state: unknown): TaskSource | null {
  const { message, complaint } = (state as { prefill?: Prefill } | null)?.prefill?.from ?? {};
  if (complaint !== undefined) return { complaint };
  const [, topic, seq] = /^(.+):(\d+)$/.exec(message ?? '') ?? [];
  return topic ? { message: { topic, seq: Number(seq) } } : null;
}

/** Where a prefilled request is; null when the building is not the person's. */
export function placeOf({ building, porch }: Prefill, buildings: readonly Building[]): PlaceValue | null {
  const found = buildings.find(
    ({ id, available_porches }) => id === building || available_porches.some((open) => open.id === porch),
  );
  if (!found) return null;
  const open = found.available_porches.find(({ id }) => id === porch);
  if (!found.is_all_porches) return open ? { ...untouchedPlace(), object: `porch:${open.id}` } : null;
  const whole: PlaceValue = { ...untouchedPlace(), object: `building:${found.id}` };
  return open ? { ...whole, porchMode: 'some', porches: [open.id] } : whole;
}

/** Fills the form it stands in with what the page before knew, once. */
export function PrefillForm() {
  const { state } = useLocation();
  const prefill = (state as { prefill?: Prefill } | null)?.prefill;
  const { buildings, isPending } = useBuildings();
  const { setValue } = useFormContext();
  const done = useRef(false);
  useEffect(() => {
    if (!prefill || isPending || done.current) return;
    done.current = true;
    const place = placeOf(prefill, buildings);
    if (place) setValue('place', place, { shouldDirty: true });
    if (prefill.description) setValue('description', prefill.description, { shouldDirty: true });
  }, [prefill, buildings, isPending, setValue]);
  return null;
}
