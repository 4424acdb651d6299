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

const EMPTY_PAIR: UnitPair = { building: null, unit: null };

/** A stable React key for each pair, also after a pair above it is removed. */
function usePairKeys(count: number) {
  const keys = useRef<number[]>([]);
  const last = useRef(0);
  while (keys.current.length < count) {
    last.current += 1;
    keys.current.push(last.current);
  }
  keys.current.length = count;
  return {
    keys: keys.current,
    removeKey: (index: number) => {
      keys.current.splice(index, 1);
    },
  };
}

/** Up to ten pairs of a building and a flat; changing the building clears the flat (RES-29…34). */
export default function UnitsInput(props: InputProps<'residents:units'>) {
  const field = useField<UnitPair[] | null>(props);
  const translate = useTranslate();
  const buildings = useBuildingOptions();
  const { submitCount } = useFormState();
  const pairs = field.value?.length ? field.value : [EMPTY_PAIR];
  const { keys, removeKey } = usePairKeys(pairs.length);
  const [blurredKeys, setBlurredKeys] = useState<ReadonlySet<number>>(new Set());
  const currentKeys = useRef(keys);
  currentKeys.current = keys;
  // A submit shows the mistakes of all present pairs, but not those of pairs added later.
  useEffect(() => {
    if (submitCount > 0) setBlurredKeys(new Set(currentKeys.current));
  }, [submitCount]);

  const isComplete = pairs.every((pair) => pairMistake(pair) === null);
  // A mistake of a pair is shown beside it; server errors about all pairs are shown below.
  const frame = { ...field.frame, error: isComplete ? field.error : null };
  const leave = (key: number, pair: UnitPair) => {
    if (pair.building !== null && pair.unit === null && !blurredKeys.has(key)) return;
    setBlurredKeys((keysBefore) => new Set(keysBefore).add(key));
    field.onBlur();
  };
  return (
    <div className={classes.field}>
      <FieldFrame {...frame} group>
        <div className={classes.pairs}>
          {pairs.map((pair, pairIndex) => {
            const key = keys[pairIndex] ?? pairIndex;
            return (
              <Pair
                key={key}
                id={`${field.id}-${pairIndex}`}
                title={translate(`residents.units.places.${pairIndex + 1}`)}
                pair={pair}
                buildings={buildings}
                problem={blurredKeys.has(key) ? pairMistake(pair) : null}
                takenUnits={takenElsewhere(pairs, pairIndex)}
                disabled={field.disabled}
                onBuilding={(building) => field.onChange(withBuilding(pairs, pairIndex, building))}
                onUnit={(unit) => {
                  field.onChange(withUnit(pairs, pairIndex, unit));
                  if (unit === null) setBlurredKeys((keysBefore) => new Set(keysBefore).add(key));
                }}
                onLeave={() => leave(key, pair)}
                {...(pairs.length > 1
                  ? {
                      onRemove: () => {
                        removeKey(pairIndex);
                        field.onChange(pairs.filter((_, index) => index !== pairIndex));
                      },
                    }
                  : {})}
              />
            );
          })}
          {pairs.length < COUNT.residentUnitsMax ? (
            <div>
              <ActionButton plus onClick={() => field.onChange([...pairs, EMPTY_PAIR])}>
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

/** Sets the building of a pair; another building clears the flat (RES-31). */
export function withBuilding(pairs: readonly UnitPair[], at: number, building: number | null): UnitPair[] {
  return pairs.map((pair, index) => (index === at && pair.building !== building ? { building, unit: null } : pair));
}

/** Sets the flat of a pair. */
export function withUnit(pairs: readonly UnitPair[], at: number, unit: number | null): UnitPair[] {
  return pairs.map((pair, index) => (index === at ? { ...pair, unit } : pair));
}

/** Flats of the other pairs, so that no flat is offered twice (RES-40). */
export function takenElsewhere(pairs: readonly UnitPair[], at: number): ReadonlySet<number> {
  return new Set(pairs.flatMap(({ unit }, index) => (index === at ? [] : (unit ?? []))));
}
