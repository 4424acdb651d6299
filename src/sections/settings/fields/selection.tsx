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
import { readLines, type SelectionLine, searchLines } from './selection-lines.ts';

/** Lines shown at once; «Показать ещё» shows as many more. */
const BATCH = 60;
/** Number of lines from which the list has a search. */
const MIN_LENGTH_FOR_SEARCH = 9;

/** Checkboxes for the list of a record, two in a row (SET-30). */
export default function SelectionInput(props: InputProps<'buildings:selection'>) {
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const wire = useWireRecord()?.[props.field.wire ?? props.source];
  const lines = useMemo(() => readLines(wire), [wire]);
  const [query, setQuery] = useState('');
  const [lineCount, setLineCount] = useState(BATCH);
  const matches = useMemo(() => searchLines(lines, query), [lines, query]);
  const chosenIds = new Set(field.value ?? []);
  const tick = (id: number, isChecked: boolean) => {
    const others = [...chosenIds].filter((selectedId) => selectedId !== id);
    field.onChange(isChecked ? [...others, id] : others);
    field.onBlur();
  };
  const fixedReason = translate(`resources.${props.resource}.fixed.${props.source}`, { _: '' });
  const emptyKey = lines.length === 0 ? 'engine.list.nothingToChoose' : 'engine.list.noMatches';
  return (
    <FieldFrame {...field.frame} group>
      {lines.length >= MIN_LENGTH_FOR_SEARCH ? (
        <div className={classes.search}>
          <SearchBox label={translate('engine.list.search')} value={query} onText={setQuery} />
          <span className={classes.count}>
            {translate('shell.selector.chosen', { count: chosenIds.size, total: lines.length })}
          </span>
        </div>
      ) : null}
      {matches.length === 0 ? <p className={classes.nothing}>{translate(emptyKey)}</p> : null}
      <ul className={classes.lines}>
        {matches.slice(0, lineCount).map((line) => (
          <li key={line.id} className={classes.line}>
            <Checkbox
              checked={chosenIds.has(line.id)}
              value={String(line.id)}
              disabled={field.disabled}
              refusal={line.editable ? null : { title: fixedReason || translate('engine.fields.unavailable') }}
              invalid={field.error !== null}
              onChange={(on) => tick(line.id, on)}
            >
              <LineText line={line} fixed={fixedReason} />
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
function LineText({ line, fixed: fixedReason }: { line: SelectionLine; fixed: string }) {
  return (
    <span className={classes.words}>
      <span>{line.name}</span>
      {line.places ? <small>{line.places}</small> : null}
      {line.editable || !fixedReason ? null : <small>{fixedReason}</small>}
    </span>
  );
}
