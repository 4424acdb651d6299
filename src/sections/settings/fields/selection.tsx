import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { InputProps } from '#console/fields/field-props.ts';
import { useWireRecord } from '#console/fields/form-context.ts';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import classes from './selection.module.css';
import { type Line, readLines, searchLines } from './selection-lines.ts';

/** Lines shown at once; «Показать ещё» shows as many more. */
const BATCH = 60;
/** Shorter lists need no search. */
const SEARCHED_FROM = 9;

/** Some out of the list that the record brings: tick boxes, two in a row (SET-30). */
export default function SelectionInput(props: InputProps<'buildings:selection'>) {
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const wire = useWireRecord()?.[props.field.wire ?? props.source];
  const lines = useMemo(() => readLines(wire), [wire]);
  const [query, setQuery] = useState('');
  const [lineCount, setLineCount] = useState(BATCH);
  const matches = useMemo(() => searchLines(lines, query), [lines, query]);
  const chosenIds = new Set(field.value ?? []);
  const tick = (id: number, on: boolean) => {
    const others = [...chosenIds].filter((each) => each !== id);
    field.set(on ? [...others, id] : others);
    field.leave();
  };
  const fixed = translate(`resources.${props.resource}.fixed.${props.source}`, { _: '' });
  const nothing = lines.length === 0 ? 'engine.list.nothingToChoose' : 'engine.list.noMatches';
  return (
    <FieldFrame {...field.frame} group>
      {lines.length >= SEARCHED_FROM ? (
        <div className={classes.search}>
          <SearchBox label={translate('engine.list.search')} value={query} onText={setQuery} />
          <span className={classes.count}>
            {translate('shell.selector.chosen', { count: chosenIds.size, total: lines.length })}
          </span>
        </div>
      ) : null}
      {matches.length === 0 ? <p className={classes.nothing}>{translate(nothing)}</p> : null}
      <ul className={classes.lines}>
        {matches.slice(0, lineCount).map((line) => (
          <li key={line.id} className={classes.line}>
            <Checkbox
              checked={chosenIds.has(line.id)}
              value={String(line.id)}
              disabled={field.disabled}
              refusal={line.editable ? null : { title: fixed || translate('engine.fields.unavailable') }}
              invalid={field.error !== null}
              onChange={(on) => tick(line.id, on)}
            >
              <Words line={line} fixed={fixed} />
            </Checkbox>
          </li>
        ))}
      </ul>
      {matches.length > lineCount ? (
        <ActionButton size="sm" onClick={() => setLineCount(lineCount + BATCH)}>
          {translate('engine.fields.showMore', { count: matches.length - lineCount })}
        </ActionButton>
      ) : null}
    </FieldFrame>
  );
}

/** Name and places of a line, and why it cannot be changed. */
function Words({ line, fixed }: { line: Line; fixed: string }) {
  return (
    <span className={classes.words}>
      <span>{line.name}</span>
      {line.places ? <small>{line.places}</small> : null}
      {line.editable || !fixed ? null : <small>{fixed}</small>}
    </span>
  );
}
