import '#i18n/draft-texts.ts';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useBeforeUnload, useBlocker } from 'react-router';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { downloadFile } from '#console/data/export/save-file.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { CheckedRows } from '#console/engine/import/checked-rows.tsx';
import { Address } from '#console/fields/building/address.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { LeaveQuestion } from '#console/ui/dialogs/leave-question.tsx';
import type { Tab } from '#console/ui/navigation/check-tabs.tsx';
import { DraftNote } from '#console/ui/states/draft-offer.tsx';
import { CheckFooter } from './check-footer.tsx';
import classes from './check-screen.module.css';
import type { CheckedFile, ResidentList, ResidentWorker } from './checked-file.ts';
import { ImportFrame } from './frame.tsx';
import type { ListDraftHandle } from './list-draft.ts';
import { residentColumns } from './resident-columns.tsx';
import { useCorrections } from './use-corrections.ts';
import { useSubmission } from './use-submission.ts';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/**
 * Asks for confirmation before a list is left while it is being sent; closing the tab also asks if unsent rows are not stored.
 * After leaving an unsent list, a notification links back to it.
 * @returns the router's blocker
 */
function useLeaveGuard(list: ResidentList, name: string, isStored: boolean) {
  const translate = useTranslate();
  const notify = useNotify();
  const mustConfirm = list.isSending || (list.isUnsent() && !isStored);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && list.isSending,
  );
  const notifyUnsent = useRef<() => void>(() => undefined);
  notifyUnsent.current = () => {
    if (!list.isUnsent() || list.isSending || list.isReplaced) return;
    const link = { to: '/download-resident-form', label: translate('drafts.goOn') };
    notify('import.check.waits', { messageArgs: { name }, link } satisfies ToastOptions);
  };
  useEffect(() => () => notifyUnsent.current(), []);

  useBeforeUnload((event) => {
    if (mustConfirm) event.preventDefault();
  });
  return blocker;
}

/** Screen of a checked list: correct rows, wrong rows that can be corrected, and the submission (IMPORT-08…IMPORT-25). */
export function CheckScreen({
  checked: { name, building, opened: openedFile, withHidden, list },
  workerClient,
  draft,
  onAnother,
}: {
  checked: CheckedFile;
  workerClient: () => Promise<ResidentWorker>;
  draft: ListDraftHandle;
  onAnother: () => void;
}) {
  const translate = useTranslate();
  useSyncExternalStore(list.subscribe, list.version);
  const [tab, setTab] = useState<Tab>(() => (list.wrong.length ? 'wrong' : 'correct'));
  const [restNote, setRestNote] = useState<string | null>(null);
  const corrections = useCorrections(list, workerClient, draft, () => setTab('wrong'));
  const isByHand = useServerFeature('byHand');
  const submission = useSubmission(list, building, workerClient, draft, () => setTab('wrong'));
  const leaveBlocker = useLeaveGuard(list, name, draft.isStored);
  const [isReplacing, setIsReplacing] = useState(false);
  const address = useBuildings().byId.get(building);

  function chooseAnother(): void {
    if (list.hasCorrections) setIsReplacing(true);
    else onAnother();
  }
  async function downloadRest(): Promise<void> {
    const { blob, encoding } = await (await workerClient()).run('rest', {});
    downloadFile(translate('import.check.restFile', { name: name.replace(/\.\w+$/, '') }), blob);
    const originalEncoding = openedFile.reading?.encoding ?? encoding;
    const encodingNote = translate('import.check.restInUtf8', {
      encoding: translate(`import.encoding.${originalEncoding}`),
    });
    setRestNote(originalEncoding === encoding ? null : encodingNote);
  }
  const emptyTab = (key: 'noCorrect' | 'noWrong') => ({
    title: translate(`import.check.${key}`),
    description: translate(`import.check.${key}Line`),
  });
  return (
    <ImportFrame
      wide
      heading={translate('import.check.heading')}
      footer={<CheckFooter correct={list.correct.length} wrong={list.wrong.length} submission={submission} />}
    >
      <LeaveQuestion
        blocker={leaveBlocker}
        question={translate('import.check.leaveSending')}
        yes={translate('import.check.leaveYes')}
      />
      <Suspense>
        {isReplacing ? (
          <ConfirmDialog
            question={translate('import.check.otherAsk')}
            yes={translate('import.check.otherYes')}
            onYes={async () => onAnother()}
            onNo={() => setIsReplacing(false)}
          />
        ) : null}
      </Suspense>
      {draft.hasStoreWarning ? (
        <DraftNote text={translate('import.unkept')} onSeen={draft.dismissStoreWarning} />
      ) : null}
      <CheckedRows
        file={{
          name,
          rows: openedFile.rows,
          encoding: openedFile.reading?.encoding ?? null,
          details: openedFile.hidden ? (
            <span>
              {translate(withHidden ? 'import.upload.hiddenTaken' : 'import.upload.hidden', {
                smart_count: openedFile.hidden,
              })}
            </span>
          ) : null,
        }}
        onAnother={chooseAnother}
        aside={address ? <Address building={address} solid /> : null}
        rows={list.rows}
        rowIndexes={list}
        tab={tab}
        onTab={setTab}
        tips={{
          correct: translate(isByHand ? 'import.check.byHand' : 'import.check.correctTip'),
          wrong: translate('import.check.wrongTip'),
        }}
        empty={{ correct: emptyTab('noCorrect'), wrong: emptyTab('noWrong') }}
        onNext={() => corrections.goOn()}
        actions={
          <ActionButton size="sm" icon={<DownloadOutlined aria-hidden />} onClick={() => void downloadRest()}>
            {translate('import.check.rest')}
          </ActionButton>
        }
        status={restNote}
        columns={residentColumns(list, tab === 'wrong' ? corrections : null, translate)}
        openAt={tab === 'wrong' ? (corrections.open?.at ?? null) : null}
        tableClass={classes.table}
      />
    </ImportFrame>
  );
}
