import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { useWhen } from '#console/ui/states/when.ts';
import type { StoredText } from '#resources/protocol/definitions/stored-file-answers.ts';
import classes from './dialogs.module.css';
import { LineDiff } from './line-diff.tsx';

/** Somebody has saved the section meanwhile: both versions, and what is to become of them. */
export default function DefinitionConflict({
  theirs,
  mine,
  onTheirs,
  onMine,
  onBack,
}: {
  theirs: StoredText;
  mine: string;
  onTheirs: () => void;
  onMine: () => void;
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
            <ActionButton onClick={onTheirs}>{translate('sectionBuilder.conflict.theirs')}</ActionButton>
          ) : null}
          <ActionButton variant="primary" onClick={onMine}>
            {translate('sectionBuilder.conflict.mine')}
          </ActionButton>
        </div>
      </div>
    </PanelDialog>
  );
}
