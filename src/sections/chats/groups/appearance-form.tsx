import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Appearance } from '#console/data/chat/groups.ts';
import { forgetValues, keepValues, keptValues } from '#console/data/drafts/kept-values.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { TEXT } from '#resources/limits.ts';
import frame from '../dialog.module.css';
import { PhotoField } from './photo-field.tsx';
import { useChatAction } from './use-chat-action.ts';

/** Form for the name and picture of a group; restores an unsaved draft. */
export function AppearanceForm({
  draftId,
  title,
  photo,
  label,
  required,
  submit,
  removePhoto,
  onSave,
  onDone,
  children,
}: {
  /** Topic of the group, or `new`; the draft is stored under it. */
  draftId: string;
  title: string;
  /** URL of the current picture. */
  photo: string | null;
  label: string;
  /** Whether the name is required. */
  required: boolean;
  /** Label of the submit button. */
  submit: string;
  /** Label of the button that removes the picture. */
  removePhoto: string;
  onSave: (look: Appearance) => Promise<void>;
  onDone: () => void;
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const id = useId();
  const { busy, failure, run } = useChatAction();
  const draftKey = `/chats?look=${draftId}`;
  const [draft] = useState(() => keptValues(draftKey));
  const [name, setName] = useState(String(draft.title ?? title));
  const [picture, setPicture] = useState('photo' in draft ? (draft.photo as string | null) : undefined);
  const [error, setError] = useState<string | null>(null);

  const saveDraft = (look: { title: string; photo: string | null | undefined }) =>
    keepValues(draftKey, { ...look, photo: look.photo === undefined ? photo : look.photo }, { title, photo });

  function save(event: FormEvent) {
    event.preventDefault();
    const isEmpty = required && !name.trim();
    const isTooLong = name.trim().length > TEXT.chatName.max;
    setError(isEmpty ? translate('validation.required') : isTooLong ? translate('validation.tooLong') : null);
    if (isEmpty || isTooLong) return;
    run(
      () => onSave({ title: name, photo: picture }),
      () => {
        forgetValues(draftKey);
        onDone();
      },
    );
  }
  return (
    <form className={frame.form} noValidate onSubmit={save}>
      <div className={frame.fields}>
        <PhotoField
          name={name}
          picture={picture === undefined ? photo : picture}
          remove={removePhoto}
          onPicture={(next) => {
            setPicture(next);
            saveDraft({ title: name, photo: next });
          }}
        />
        <FieldFrame
          id={id}
          label={label}
          error={error}
          counter={{ count: name.length, max: TEXT.chatName.max }}
          required={required}
        >
          <OutlinedInput
            id={id}
            fullWidth
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              saveDraft({ title: event.target.value, photo: picture });
            }}
            inputProps={{
              'aria-required': required,
              'aria-invalid': Boolean(error),
              'aria-describedby': describedBy(id, { error: error }),
            }}
          />
        </FieldFrame>
        {children}
      </div>
      {failure ? (
        <p className={frame.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <div className={frame.foot}>
        <ActionButton variant="primary" type="submit" busy={busy}>
          {submit}
        </ActionButton>
      </div>
    </form>
  );
}
