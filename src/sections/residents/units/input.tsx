import '#i18n/resident-search-texts.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useBuildingOptions } from '#console/fields/building/building-options.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { COUNT } from '#resources/limits.ts';
import type { UnitPair } from '#resources/sections/kinds/residents.ts';
import classes from './input.module.css';
import { Pair } from './pair.tsx';

const NONE: UnitPair = { building: null, unit: null };

/** A key for each pair that stays with it when one above is taken away. */
function useKeys(count: number) {
  const keys = useRef<number[]>([]);
  const last = useRef(0);
  while (keys.current.length < count) {
    last.current += 1;
    keys.current.push(last.current);
  }
  keys.current.length = count;
  return {
    keys: keys.current,
    drop: (at: number) => {
      keys.current.splice(at, 1);
    },
  };
}

/** Up to ten buildings, each with a flat of it; another building empties the flat (RES-29…34). */
export default function UnitsInput(props: InputProps<'residents:units'>) {
  const field = useField<UnitPair[] | null>(props);
  const translate = useTranslate();
  const buildings = useBuildingOptions();
  const { submitCount } = useFormState();
  const pairs = field.value?.length ? field.value : [NONE];
  const { keys, drop } = useKeys(pairs.length);
  const [leftKeys, setLeftKeys] = useState<ReadonlySet<number>>(new Set());
  const present = useRef(keys);
  present.current = keys;
  // Pairs present when the form was sent have been checked; pairs added afterwards have not.
  useEffect(() => {
    if (submitCount > 0) setLeftKeys(new Set(present.current));
  }, [submitCount]);

  const whole = pairs.every((pair) => pairMistake(pair) === null);
  // A mistake of a pair is shown beside it; messages of the server about all pairs stand below.
  const frame = { ...field.frame, error: whole ? field.error : null };
  const leave = (key: number, pair: UnitPair) => {
    if (pair.building !== null && pair.unit === null && !leftKeys.has(key)) return;
    setLeftKeys((known) => new Set(known).add(key));
    field.leave();
  };
  return (
    <div className={classes.field}>
      <FieldFrame {...frame} group>
        <div className={classes.pairs}>
          {pairs.map((pair, at) => {
            const key = keys[at] ?? at;
            return (
              <Pair
                key={key}
                id={`${field.id}-${at}`}
                title={translate(`residents.units.places.${at + 1}`)}
                pair={pair}
                houses={buildings}
                problem={leftKeys.has(key) ? pairMistake(pair) : null}
                takenUnits={takenElsewhere(pairs, at)}
                disabled={field.disabled}
                onBuilding={(building) => field.set(withBuilding(pairs, at, building))}
                onUnit={(unit) => {
                  field.set(withUnit(pairs, at, unit));
                  if (unit === null) setLeftKeys((known) => new Set(known).add(key));
                }}
                onLeave={() => leave(key, pair)}
                {...(pairs.length > 1
                  ? {
                      onRemove: () => {
                        drop(at);
                        field.set(pairs.filter((_, index) => index !== at));
                      },
                    }
                  : {})}
              />
            );
          })}
          {pairs.length < COUNT.residentUnitsMax ? (
            <div>
              <ActionButton plus onClick={() => field.set([...pairs, NONE])}>
                {translate('residents.units.add')}
              </ActionButton>
            </div>
          ) : null}
        </div>
      </FieldFrame>
    </div>
  );
}

/** The mistake in a pair, as a text key; null for none. */
export function pairMistake({ building, unit }: UnitPair): 'validation.object' | 'validation.flat' | null {
  if (building === null) return 'validation.object';
  return unit === null ? 'validation.flat' : null;
}

/** The pairs with another building in one of them, which empties its flat (RES-31). */
export function withBuilding(pairs: readonly UnitPair[], at: number, building: number | null): UnitPair[] {
  return pairs.map((pair, index) => (index === at && pair.building !== building ? { building, unit: null } : pair));
}

/** The pairs with another flat in one of them. */
export function withUnit(pairs: readonly UnitPair[], at: number, unit: number | null): UnitPair[] {
  return pairs.map((pair, index) => (index === at ? { ...pair, unit } : pair));
}

/** Flats of the other pairs, so that no flat is offered twice (RES-40). */
export function takenElsewhere(pairs: readonly UnitPair[], at: number): ReadonlySet<number> {
  return new Set(pairs.flatMap(({ unit }, index) => (index === at ? [] : (unit ?? []))));
}
