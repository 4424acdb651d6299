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
import { useWork } from './use-work.ts';

/** Name and picture of a group. Restores an unsaved draft. */
export function AppearanceForm({
  about,
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
  /** The group of this look: its name on the wire, or `new`. */
  about: string;
  title: string;
  /** Address of the picture there is. */
  photo: string | null;
  label: string;
  /** A name must be given. */
  required: boolean;
  /** Label of the button. */
  submit: string;
  /** Label of the button that removes the picture. */
  removePhoto: string;
  onSave: (look: Appearance) => Promise<void>;
  onDone: () => void;
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const id = useId();
  const { busy, failure, run } = useWork();
  const place = `/chats?look=${about}`;
  const [kept] = useState(() => keptValues(place));
  const [name, setName] = useState(String(kept.title ?? title));
  const [picture, setPicture] = useState('photo' in kept ? (kept.photo as string | null) : undefined);
  const [fault, setFault] = useState<string | null>(null);

  const keep = (look: { title: string; photo: string | null | undefined }) =>
    keepValues(place, { ...look, photo: look.photo === undefined ? photo : look.photo }, { title, photo });

  function save(event: FormEvent) {
    event.preventDefault();
    const empty = required && !name.trim();
    const long = name.trim().length > TEXT.chatName.max;
    setFault(empty ? translate('validation.required') : long ? translate('validation.tooLong') : null);
    if (empty || long) return;
    run(
      () => onSave({ title: name, photo: picture }),
      () => {
        forgetValues(place);
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
            keep({ title: name, photo: next });
          }}
        />
        <FieldFrame
          id={id}
          label={label}
          error={fault}
          counter={{ count: name.length, max: TEXT.chatName.max }}
          required={required}
        >
          <OutlinedInput
            id={id}
            fullWidth
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              keep({ title: event.target.value, photo: picture });
            }}
            inputProps={{
              'aria-required': required,
              'aria-invalid': Boolean(fault),
              'aria-describedby': describedBy(id, { error: fault }),
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
