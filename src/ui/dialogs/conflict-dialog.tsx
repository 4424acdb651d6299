import '#i18n/conflict-dialog-texts.ts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '../buttons/action-button.tsx';
import { useWhen } from '../states/use-when.ts';
import classes from './conflict-dialog.module.css';
import { PanelDialog } from './panel-dialog.tsx';

/** The value to keep. */
export type Side = 'mine' | 'theirs';

/** A field whose values in the form and on the server differ. */
export interface ConflictRow {
  key: string;
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
  /** Preselected side if only one of them has changed the field; null: the person has to choose. */
  proposed: Side | null;
}

/** Author and time (ISO) of the other save. */
export interface ConflictAuthor {
  name: string;
  at: string;
  /** The same person in another tab or on another device. */
  isOwn: boolean;
}

const SIDES = ['mine', 'theirs'] as const;
/**
 * Shown when the record was changed elsewhere while it was edited: both values of every differing field, to choose field by
 * field. A separate chunk, since most people never see it.
 * @param author null if the server does not tell
 * @param onSave gets the selected side of every row by its key
 */
export default function ConflictDialog({
  rows,
  author,
  onSave,
  onBack,
}: {
  rows: readonly ConflictRow[];
  author: ConflictAuthor | null;
  onSave: (choices: Readonly<Record<string, Side>>) => void;
  onBack: () => void;
}) {
  const translate = useTranslate();
  const formatWhen = useWhen();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(rows.flatMap(({ key, proposed }) => (proposed ? [[key, proposed]] : []))),
  );
  const undecidedRows = rows.filter(({ key }) => !choices[key]);
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(rows.map(({ key }) => [key, side])));

  function save() {
    const [first] = undecidedRows;
    if (!first) return onSave(choices);
    const group = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(first.key)}"]`);
    group?.scrollIntoView?.({ block: 'nearest' });
    group?.querySelector('input')?.focus();
  }

  const authorKind = author?.isOwn ? 'own' : author ? 'other' : 'unknown';
  return (
    <PanelDialog onClose={onBack} aria-labelledby={`${id}-title`} aria-describedby={`${id}-line`} width={720}>
      <div className={classes.dialog}>
        <div className={classes.head}>
          <h2 id={`${id}-title`} className={classes.title}>
            {translate('ui.conflict.title')}
          </h2>
          <p id={`${id}-line`} className={classes.line}>
            {translate(
              `ui.conflict.by.${authorKind}`,
              author ? { name: author.name, when: formatWhen(author.at) } : {},
            )}{' '}
            {translate('ui.conflict.line')}
          </p>
          {rows.length > 1 ? (
            <div className={classes.all}>
              {SIDES.map((side) => (
                <ActionButton key={side} size="sm" variant="ghost" onClick={() => chooseAll(side)}>
                  {translate(`ui.conflict.all.${side}`)}
                </ActionButton>
              ))}
            </div>
          ) : null}
        </div>
        <div className={classes.rows} ref={list}>
          {rows.map((row) => (
            <fieldset key={row.key} className={classes.row} data-row={row.key}>
              <legend className={classes.label}>{row.label}</legend>
              <div className={classes.sides}>
                {SIDES.map((side) => (
                  <label key={side} className={classes.side}>
                    <span className={classes.caption}>
                      <input
                        type="radio"
                        className={classes.dot}
                        name={`${id}-${row.key}`}
                        checked={choices[row.key] === side}
                        onChange={() => setChoices({ ...choices, [row.key]: side })}
                      />
                      {translate(`ui.conflict.${side}`)}
                    </span>
                    <span className={classes.value}>{row[side]}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
        </div>
        <div className={classes.foot}>
          <ActionButton onClick={onBack}>{translate('ui.conflict.back')}</ActionButton>
          <ActionButton variant="primary" dim={undecidedRows.length > 0} onClick={save}>
            {undecidedRows.length > 0
              ? translate('ui.conflict.choose', { smart_count: undecidedRows.length })
              : translate('ui.conflict.save')}
          </ActionButton>
        </div>
      </div>
    </PanelDialog>
  );
}
