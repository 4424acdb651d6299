import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { Address } from '#console/fields/building/address.tsx';
import { CreateEntryHint } from '#console/fields/parts/create-entry-hint.tsx';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import type { EntryGroup, SelectorEntry } from '#console/fields/places/entries.ts';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import type { PlaceEntry } from '#resources/rules/place-entry.ts';
import classes from './audience.module.css';

const foldText = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

/** The groups with only the entries that match a search. */
function filterGroups(groups: readonly EntryGroup[], typed: string): readonly EntryGroup[] {
  const words = foldText(typed)
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ building }) => {
        const place = foldText(`${buildingLabel(building)} ${name ?? ''}`);
        return words.every((word) => place.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Checkboxes for buildings and entrances, by complex (NEWS-44). */
export function EntryList({
  groups,
  value,
  invalid,
  disabled,
  onChange,
}: {
  groups: readonly EntryGroup[];
  value: readonly PlaceEntry[];
  invalid: boolean;
  disabled: boolean;
  onChange: (entries: PlaceEntry[]) => void;
}) {
  const translate = useTranslate();
  const [query, setQuery] = useState('');
  const matches = useMemo(() => filterGroups(groups, query), [groups, query]);
  const chosenIds = new Set(value);
  const checkboxProps = (entries: readonly SelectorEntry[]) => ({
    checked: entries.every(({ id }) => chosenIds.has(id)),
    partly: entries.some(({ id }) => chosenIds.has(id)),
    invalid,
    disabled,
    onChange: (isOn: boolean) => {
      const ids = entries.map(({ id }) => id);
      const others = value.filter((id) => !ids.includes(id));
      onChange(isOn ? [...others, ...ids] : others);
    },
  });
  return (
    <div className={invalid ? `${classes.entryListBox} ${classes.failed}` : classes.entryListBox}>
      <div className={classes.head}>
        <SearchBox label={translate('shell.selector.search')} value={query} onText={setQuery} />
      </div>
      <div className={classes.list}>
        {matches.map(({ name, entries }) => (
          <div key={name ?? ''} className={classes.group}>
            <Checkbox {...checkboxProps(entries)}>
              <b>{name ?? translate('shell.selector.noComplex')}</b>
            </Checkbox>
            {entries.map((entry) => (
              <div key={entry.id} className={classes.item}>
                <Checkbox {...checkboxProps([entry])} value={entry.id}>
                  <Address building={entry.building} solid={chosenIds.has(entry.id)} aligned />
                  {entry.porch ? (
                    <span className={classes.porch}>
                      {translate('audience.ofPorch', { number: entry.porch.number })}
                    </span>
                  ) : null}
                </Checkbox>
              </div>
            ))}
          </div>
        ))}
        {matches.length === 0 ? (
          <p className={classes.entryListNothing}>
            {translate(groups.length ? 'engine.list.noMatches' : 'engine.list.nothingToChoose')}{' '}
            {groups.length ? null : <CreateEntryHint list="buildings" />}
          </p>
        ) : null}
      </div>
    </div>
  );
}
