import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { useWhen } from '#console/ui/states/use-when.ts';
import type { StoredText } from '#resources/protocol/definitions/stored-file-answers.ts';
import classes from './dialogs.module.css';
import { LineDiff } from './line-diff.tsx';

/** Dialog for a section that another person saved meanwhile: shows the differences and lets the reader choose a version. */
export default function DefinitionConflict({
  theirs,
  mine,
  onTakeTheirs,
  onKeepMine,
  onBack,
}: {
  theirs: StoredText;
  mine: string;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onBack: () => void;
}) {
  const translate = useTranslate();
  const when = useWhen();
  const id = useId();
  const { version, changedBy, changedAt } = theirs;
  const line = changedBy
    ? translate('sectionBuilder.conflict.line', { who: changedBy, when: when(changedAt), version })
    : translate('sectionBuilder.conflict.lineUnknown', { version });
  return (
    <PanelDialog width={900} onClose={onBack} aria-labelledby={id}>
      <div className={classes.dialog}>
        <h2 id={id}>{translate('sectionBuilder.conflict.title')}</h2>
        <p>{theirs.text ? line : translate('sectionBuilder.conflict.gone')}</p>
        <LineDiff before={theirs.text} after={mine} />
        <div className={classes.buttons}>
          <ActionButton onClick={onBack}>{translate('sectionBuilder.conflict.back')}</ActionButton>
          {theirs.text ? (
            <ActionButton onClick={onTakeTheirs}>{translate('sectionBuilder.conflict.theirs')}</ActionButton>
          ) : null}
          <ActionButton variant="primary" onClick={onKeepMine}>
            {translate('sectionBuilder.conflict.mine')}
          </ActionButton>
        </div>
      </div>
    </PanelDialog>
  );
}
