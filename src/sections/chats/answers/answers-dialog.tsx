import Close from '@mui/icons-material/Close';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { HoldToDelete } from '#console/ui/dialogs/hold-to-delete.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { RowMenu, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';
import type { AnswerItem } from '#resources/protocol/chat/answers.ts';
import frame from '../dialog.module.css';
import { useAnswerMutations, useAnswers } from './answer-calls.ts';
import { AnswerForm } from './answer-form.tsx';
import classes from './answers-dialog.module.css';

/** List of the canned answers; people who may change employees can add, edit and delete them. Loaded as a separate chunk. */
export default function AnswersDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  /** The answer being edited; null for a new one, undefined while the list is shown. */
  const [editedAnswer, setEditedAnswer] = useState<AnswerItem | null | undefined>(undefined);
  const { answers, isPending, failed } = useAnswers(true);
  const { remove } = useAnswerMutations();
  const why = useRefusal('employees', 'change');
  const refusal = why ? refusalText(why, translate) : null;
  const removeAnswer = async ({ id, title }: AnswerItem) => {
    await remove(id);
    notify('answers.deleted', { messageArgs: { title } });
  };
  const statusKey = isPending ? 'busy' : failed ? 'failed' : 'none';
  const title = editedAnswer === undefined ? 'title' : editedAnswer ? 'edit' : 'added';
  return (
    <PanelDialog onClose={onClose} aria-labelledby={id} width={560}>
      <div className={frame.dialog}>
        <div className={frame.head}>
          <h2 id={id} className={frame.title}>
            {translate(`answers.${title}`)}
          </h2>
          <IconButton label={translate('ui.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </div>
        {editedAnswer !== undefined ? (
          <AnswerForm answer={editedAnswer} onDone={() => setEditedAnswer(undefined)} />
        ) : (
          <>
            {answers.length ? (
              <ul className={classes.list}>
                {answers.map((answer) => (
                  <li key={answer.id} className={classes.item}>
                    <div className={classes.words}>
                      <b>{answer.title}</b>
                      <p>{answer.text}</p>
                    </div>
                    <RowMenu label={translate('answers.actions', { title: answer.title })} refusal={refusal}>
                      <RowMenuItem icon={<EditOutlined aria-hidden />} onClick={() => setEditedAnswer(answer)}>
                        {translate('answers.change')}
                      </RowMenuItem>
                      <HoldToDelete what={translate('answers.removeWhat')} onDelete={() => removeAnswer(answer)} />
                    </RowMenu>
                  </li>
                ))}
              </ul>
            ) : (
              <p className={classes.note} role="status">
                {translate(`answers.${statusKey}`)}
              </p>
            )}
            <div className={frame.foot}>
              <ActionButton variant="primary" refusal={refusal} onClick={() => setEditedAnswer(null)}>
                {translate('answers.add')}
              </ActionButton>
            </div>
          </>
        )}
      </div>
    </PanelDialog>
  );
}
