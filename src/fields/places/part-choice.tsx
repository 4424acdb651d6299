import { useTranslate } from 'react-admin';
import { toggleIds } from '#console/fields/buildings/split-buildings.ts';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import classes from './part-choice.module.css';
import type { PartGroup } from './scope-parts.ts';

/**
 * Checkboxes for entrances, floors or risers; grouped by entrance if there are several, each with a checkbox for all.
 * @param textKey text key of a part: «Подъезд %{number}»
 */
export function PartChoice({
  groups,
  textKey,
  value,
  invalid,
  disabled,
  onChange,
}: {
  groups: readonly PartGroup[];
  textKey: string;
  value: readonly number[];
  invalid: boolean;
  disabled: boolean;
  onChange: (ids: number[]) => void;
}) {
  const translate = useTranslate();
  const renderBoxes = ({ parts }: PartGroup) => (
    <div className={classes.boxes}>
      {parts.map(({ id, label }) => (
        <Checkbox
          key={id}
          value={String(id)}
          checked={value.includes(id)}
          invalid={invalid}
          disabled={disabled}
          onChange={(isOn) => onChange(toggleIds(value, [id], isOn))}
        >
          {/^\d/.test(label) ? translate(textKey, { number: label }) : label}
        </Checkbox>
      ))}
    </div>
  );
  const [onlyGroup] = groups;
  if (groups.length === 1 && onlyGroup) return renderBoxes(onlyGroup);
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
          onChange={(isOn) => onChange(toggleIds(value, ids, isOn))}
        >
          <b>{title}</b>
        </Checkbox>
        {renderBoxes(group)}
      </fieldset>
    );
  });
}
