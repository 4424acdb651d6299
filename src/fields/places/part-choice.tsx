import { useTranslate } from 'react-admin';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import classes from './part-choice.module.css';
import type { PartGroup } from './scope-parts.ts';

/** Ids with some of them ticked or not. */
function ticked(ids: readonly number[], which: readonly number[], on: boolean): number[] {
  const others = ids.filter((id) => !which.includes(id));
  return on ? [...others, ...which] : others;
}

/**
 * Entrances, floors or risers as boxes to tick; by entrance where there are several, each of them with a box for all.
 * @param word text key of one of them: «Подъезд %{number}»
 */
export function PartChoice({
  groups,
  word,
  value,
  invalid,
  disabled,
  onChange,
}: {
  groups: readonly PartGroup[];
  word: string;
  value: readonly number[];
  invalid: boolean;
  disabled: boolean;
  onChange: (ids: number[]) => void;
}) {
  const translate = useTranslate();
  const boxes = ({ parts }: PartGroup) => (
    <div className={classes.boxes}>
      {parts.map(({ id, label }) => (
        <Checkbox
          key={id}
          value={String(id)}
          checked={value.includes(id)}
          invalid={invalid}
          disabled={disabled}
          onChange={(on) => onChange(ticked(value, [id], on))}
        >
          {/^\d/.test(label) ? translate(word, { number: label }) : label}
        </Checkbox>
      ))}
    </div>
  );
  const [only] = groups;
  if (groups.length === 1 && only) return boxes(only);
  return groups.map((group) => {
    const ids = group.parts.map(({ id }) => id);
    const count = ids.filter((id) => value.includes(id)).length;
    const title =
      group.porch === null
        ? translate('audience.wholeHouse')
        : translate('audience.porchNumber', { number: group.porch });
    return (
      <fieldset key={group.porch ?? 'house'} className={classes.group} aria-label={title}>
        <Checkbox
          checked={count === ids.length}
          partly={count > 0}
          invalid={invalid}
          disabled={disabled}
          onChange={(on) => onChange(ticked(value, ids, on))}
        >
          <b>{title}</b>
        </Checkbox>
        {boxes(group)}
      </fieldset>
    );
  });
}
