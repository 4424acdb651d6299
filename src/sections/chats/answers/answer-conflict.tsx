import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { changeAuthor } from '#console/data/http/edit-conflict.ts';
import type { Side } from '#console/ui/dialogs/conflict-dialog.tsx';
import type { AnswerItem } from '#resources/protocol/chat/answers.ts';
import type { RecordChange } from '#resources/protocol/versions.ts';

const ConflictDialog = lazy(() => import('#console/ui/dialogs/conflict-dialog.tsx'));

/** The parts of a canned answer that its form edits. */
export type AnswerText = Pick<AnswerItem, 'title' | 'text'>;

/** The parts of a canned answer, with the keys of their names. */
const PARTS = [
  ['title', 'answers.name'],
  ['text', 'answers.text'],
] as const;

/** A canned answer that could not be saved since another person had saved it. */
export interface AnswerConflict {
  /** As the form began with it. */
  began: AnswerText;
  /** As it is now. */
  theirs: AnswerItem;
  mine: AnswerText;
  changed: RecordChange | null;
}

/** Whether the answer on the server says something else than the form. */
export const differs = (mine: AnswerText, theirs: AnswerText) => PARTS.some(([part]) => mine[part] !== theirs[part]);

/** Both texts of a canned answer that two people edited: lets one choose what stays. @param onSettled gets the chosen text */
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
  const { began, mine, theirs, changed } = conflict;
  const rows = PARTS.filter(([part]) => mine[part] !== theirs[part]).map(([part, label]) => ({
    key: part,
    label: translate(label),
    mine: mine[part],
    theirs: theirs[part],
    proposed:
      theirs[part] === began[part] ? ('mine' as const) : mine[part] === began[part] ? ('theirs' as const) : null,
  }));
  const choose = (choices: Readonly<Record<string, Side>>) => {
    const chosen = (part: keyof AnswerText) => (choices[part] === 'theirs' ? theirs : mine)[part];
    onSettled({ title: chosen('title'), text: chosen('text') });
  };
  return (
    <Suspense>
      <ConflictDialog rows={rows} author={changeAuthor(changed)} onSave={choose} onBack={onBack} />
    </Suspense>
  );
}
