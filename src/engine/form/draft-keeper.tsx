import { useTranslate } from 'react-admin';
import { useWireRecord } from '#console/fields/wire-record.ts';
import { DraftNote, DraftOffer } from '#console/ui/draft-offer.tsx';
import { useDraft } from './use-draft.ts';

interface Props {
  /** The form was sent and taken. */
  saved: boolean;
  /** How a field is called, or the part of it that two have changed. */
  nameOf?: (field: string, part: string | null) => string;
}

/**
 * Put inside a form, above its fields: keeps what is typed, and offers back what was typed here before and never sent. What
 * somebody else has changed since stays as it is, and is named.
 */
export function DraftKeeper({ saved, nameOf = (field) => field }: Props) {
  const translate = useTranslate();
  const isRecord = useWireRecord() !== null;
  const { offer, restore, discard, clashes, forget } = useDraft(saved, isRecord);
  if (clashes.length > 0) {
    const fields = clashes.map(({ field, part }) => nameOf(field, part)).join(', ');
    return <DraftNote text={translate('drafts.clashed', { fields })} onSeen={forget} />;
  }
  return offer ? <DraftOffer at={offer.at} onRestore={restore} onDiscard={discard} /> : null;
}
