import '#i18n/conflict-dialog-texts.ts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '../buttons/action-button.tsx';
import { useWhen } from '../states/when.ts';
import classes from './conflict-dialog.module.css';
import { PanelDialog } from './panel-dialog.tsx';

/** The side of a difference that stays. */
export type Side = 'mine' | 'theirs';

/** A field that stands differently in the form and on the server. */
export interface ConflictRow {
  key: string;
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
  /** Chosen beforehand, where only one of the two has changed it; null: the person has to choose. */
  proposed: Side | null;
}

/** The author of the other save, and its time (ISO). */
export interface ConflictAuthor {
  name: string;
  at: string;
  /** The same person in another tab or on another device. */
  isOwn: boolean;
}

const SIDES = ['mine', 'theirs'] as const;
/**
 * Another person saved the record while it was edited here: shows both values of every field that differs and lets one choose,
 * field by field. Its own chunk: most never see it.
 * @param author null where the server does not say
 * @param onSave is given the choice of every row, by its key
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
  const when = useWhen();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(rows.flatMap(({ key, proposed }) => (proposed ? [[key, proposed]] : []))),
  );
  const open = rows.filter(({ key }) => !choices[key]);
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(rows.map(({ key }) => [key, side])));

  function save() {
    const [first] = open;
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
            {translate(`ui.conflict.by.${authorKind}`, author ? { name: author.name, when: when(author.at) } : {})}{' '}
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
          <ActionButton variant="primary" dim={open.length > 0} onClick={save}>
            {open.length > 0
              ? translate('ui.conflict.choose', { smart_count: open.length })
              : translate('ui.conflict.save')}
          </ActionButton>
        </div>
      </div>
    </PanelDialog>
  );
}
