import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { companyMoment } from '#console/data/company-clock.ts';
import { keepValues, keptText } from '#console/data/drafts/kept-values.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { useAction } from '#console/data/use-action.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { ShiftNote } from '#resources/protocol/shift/shift.ts';
import { SHIFT_NOTE } from '#resources/protocol/shift/shift-bounds.ts';
import classes from './shift.module.css';
import { removeNote, sendNote, useReloadShift } from './shift-calls.ts';

/** Draft key of an unsent note. */
const DRAFT_KEY = '/shift?note';

/** Notes to the next shift: a form, and the notes of the last weeks, newest first. */
export function Notes({
  notes,
  checkedBuildings,
}: {
  notes: readonly ShiftNote[];
  checkedBuildings: readonly number[];
}) {
  const translate = useTranslate();
  return (
    <section className={classes.section} aria-labelledby="shift-notes">
      <h2 id="shift-notes" className={classes.heading}>
        {translate('shift.notes.title')}
      </h2>
      {viewedAs() ? null : <NoteForm checkedBuildings={checkedBuildings} />}
      {notes.length === 0 ? <p className={classes.hint}>{translate('shift.notes.empty')}</p> : null}
      <ul className={classes.notes}>
        {notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
    </section>
  );
}

function Note({ note }: { note: ShiftNote }) {
  const translate = useTranslate();
  const notify = useNotify();
  const reloadShift = useReloadShift();
  const [busy, run] = useAction();
  const { id, at, text, by, own: isOwn, buildings } = note;
  const author = isOwn ? translate('shift.notes.you') : (by?.name ?? translate('shift.notes.somebody'));
  const recipients =
    buildings === null
      ? translate('shift.notes.everybody')
      : translate('shift.notes.forBuildings', { smart_count: buildings });
  const remove = () =>
    run(async (signal) => {
      await removeNote(id, signal);
      notify('shift.notes.removed');
      await reloadShift();
    });
  return (
    <li className={classes.note}>
      <p>{text}</p>
      <div className={classes.meta}>
        <span>
          {author}, <time dateTime={at}>{companyMoment(at)}</time> · {recipients}
        </span>
        {isOwn && !viewedAs() ? (
          <ActionButton
            size="sm"
            variant="ghost"
            busy={busy}
            name={translate('shift.notes.removeOf', { text: text.slice(0, 60) })}
            onClick={remove}
          >
            {translate('shift.notes.remove')}
          </ActionButton>
        ) : null}
      </div>
    </li>
  );
}

function NoteForm({ checkedBuildings }: { checkedBuildings: readonly number[] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const reloadShift = useReloadShift();
  const { buildings } = useBuildings();
  const [text, setText] = useState(() => keptText(DRAFT_KEY, 'text'));
  const [isForAll, setIsForAll] = useState(true);
  const [busy, run] = useAction();
  const canChooseBuildings = checkedBuildings.length < buildings.length;
  const count = [...text].length;
  const isReady = text.trim() !== '' && count <= SHIFT_NOTE.max;

  const changeText = (typed: string) => {
    setText(typed);
    keepValues(DRAFT_KEY, { text: typed }, { text: '' });
  };
  const send = () => {
    if (!isReady || busy) return;
    run(async (signal) => {
      await sendNote(text.trim(), canChooseBuildings && !isForAll ? checkedBuildings : null, signal);
      changeText('');
      notify('shift.notes.added');
      await reloadShift();
    });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FieldFrame
        id={id}
        label={translate('shift.notes.label')}
        counter={{ count, max: SHIFT_NOTE.max }}
        error={count > SHIFT_NOTE.max ? translate('validation.tooLong') : null}
      >
        <OutlinedInput
          id={id}
          value={text}
          multiline
          minRows={2}
          maxRows={8}
          fullWidth
          notched={false}
          placeholder={translate('shift.notes.placeholder')}
          onChange={(event) => changeText(event.target.value)}
        />
      </FieldFrame>
      <div className={classes.send}>
        {canChooseBuildings ? (
          <fieldset className={classes.whom} aria-label={translate('shift.notes.whom')}>
            <OptionGroup
              name="shift-note-whom"
              look="segments"
              options={[
                { value: 'all', label: translate('shift.notes.everybody') },
                { value: 'chosen', label: translate('shift.notes.chosen') },
              ]}
              value={isForAll ? 'all' : 'chosen'}
              onChange={(value) => setIsForAll(value === 'all')}
            />
          </fieldset>
        ) : null}
        <ActionButton type="submit" busy={busy} unready={!isReady}>
          {translate('shift.notes.add')}
        </ActionButton>
      </div>
    </form>
  );
}
