import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { changeAuthor } from '#console/data/http/edit-conflict.ts';
import type { Side } from '#console/ui/dialogs/conflict-dialog.tsx';
import type { AnswerItem } from '#resources/protocol/chat/answers.ts';
import type { RecordChange } from '#resources/protocol/versions.ts';

const ConflictDialog = lazy(() => import('#console/ui/dialogs/conflict-dialog.tsx'));

/** Editable parts of a canned answer. */
export type AnswerText = Pick<AnswerItem, 'title' | 'text'>;

/** Editable parts of a canned answer with the i18n keys of their labels. */
const ANSWER_FIELDS = [
  ['title', 'answers.name'],
  ['text', 'answers.text'],
] as const;

/** Edit conflict: another person saved the canned answer first. */
export interface AnswerConflict {
  /** The text the form was opened with. */
  initial: AnswerText;
  /** The stored answer. */
  theirs: AnswerItem;
  mine: AnswerText;
  theirChange: RecordChange | null;
}

/** Whether the stored answer differs from the form. */
export const answersDiffer = (mine: AnswerText, theirs: AnswerText) =>
  ANSWER_FIELDS.some(([part]) => mine[part] !== theirs[part]);

/** Compares both versions of a canned answer, to choose one of them per field. @param onSettled gets the chosen text */
export function AnswerConflictDialog({
  conflict,
  onSettled,
  onBack,
}: {
  conflict: AnswerConflict;
  onSettled: (chosen: AnswerText) => void;
  onBack: () => void;
}) {
  const translate = useTranslate();
  const { initial, mine, theirs, theirChange } = conflict;
  const rows = ANSWER_FIELDS.filter(([part]) => mine[part] !== theirs[part]).map(([part, label]) => ({
    key: part,
    label: translate(label),
    mine: mine[part],
    theirs: theirs[part],
    proposed:
      theirs[part] === initial[part] ? ('mine' as const) : mine[part] === initial[part] ? ('theirs' as const) : null,
  }));
  const choose = (choices: Readonly<Record<string, Side>>) => {
    const chosen = (part: keyof AnswerText) => (choices[part] === 'theirs' ? theirs : mine)[part];
    onSettled({ title: chosen('title'), text: chosen('text') });
  };
  return (
    <Suspense>
      <ConflictDialog rows={rows} author={changeAuthor(theirChange)} onSave={choose} onBack={onBack} />
    </Suspense>
  );
}
