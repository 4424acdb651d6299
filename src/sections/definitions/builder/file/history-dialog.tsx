import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { useWhen } from '#console/ui/states/use-when.ts';
import type { StoredVersion } from '#resources/protocol/definitions/stored-file-answers.ts';
import classes from './dialogs.module.css';
import { loadVersion, loadVersions, versionsKey } from './file-calls.ts';
import { LineDiff } from './line-diff.tsx';

/** Dialog with the versions of a section, to compare and restore them. @param text the current text of the builder */
export default function HistoryDialog({
  name,
  text,
  onRestore,
  onClose,
}: {
  name: string;
  text: string;
  onRestore: (version: number, text: string) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const {
    data: versions,
    error,
    refetch,
  } = useQuery({
    queryKey: versionsKey(name),
    queryFn: ({ signal }) => loadVersions(name, signal),
    staleTime: 0,
  });
  return (
    <PanelDialog width={900} onClose={onClose} aria-labelledby={id}>
      <div className={classes.dialog}>
        <h2 id={id}>{translate('sectionBuilder.history.title')}</h2>
        {versions ? (
          <ul className={classes.versions}>
            {versions.map((version, index) => (
              <VersionItem
                key={version.version}
                name={name}
                version={version}
                isCurrent={index === 0}
                text={text}
                onRestore={onRestore}
              />
            ))}
            {versions.length ? null : <li>{translate('sectionBuilder.history.none')}</li>}
          </ul>
        ) : (
          <LoadingOrFailed error={error} onRetry={() => void refetch()}>
            {null}
          </LoadingOrFailed>
        )}
        <div className={classes.buttons}>
          <ActionButton onClick={onClose}>{translate('ui.close')}</ActionButton>
        </div>
      </div>
    </PanelDialog>
  );
}

function VersionItem({
  name,
  version: { version, changedAt, changedBy, removed },
  isCurrent,
  text,
  onRestore,
}: {
  name: string;
  version: StoredVersion;
  isCurrent: boolean;
  text: string;
  onRestore: (version: number, text: string) => void;
}) {
  const translate = useTranslate();
  const when = useWhen();
  const [isOpen, setIsOpen] = useState(false);
  const { data: storedText, isFetching } = useQuery({
    queryKey: [...versionsKey(name), version],
    queryFn: ({ signal }) => loadVersion(name, version, signal),
    enabled: isOpen,
  });
  const author = changedBy ?? translate('sectionBuilder.files.unknownPerson');
  const note = removed ? 'removed' : isCurrent ? 'current' : null;
  return (
    <li className={classes.version}>
      <div className={classes.versionHead}>
        <b>{translate('sectionBuilder.history.version', { version })}</b>
        <span className={classes.muted}>
          {translate('sectionBuilder.history.by', { who: author, when: when(changedAt) })}
        </span>
        {note ? <span className={classes.muted}>{translate(`sectionBuilder.history.${note}`)}</span> : null}
      </div>
      {removed ? null : (
        <ActionButton
          size="sm"
          busy={isFetching}
          name={`${translate('sectionBuilder.history.compare')}: ${version}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {translate('sectionBuilder.history.compare')}
        </ActionButton>
      )}
      {isOpen && storedText ? (
        <>
          <LineDiff before={storedText.text} after={text} />
          <ActionButton
            size="sm"
            variant="primary"
            name={`${translate('sectionBuilder.history.restore')}: ${version}`}
            onClick={() => onRestore(version, storedText.text)}
          >
            {translate('sectionBuilder.history.restore')}
          </ActionButton>
        </>
      ) : null}
    </li>
  );
}
