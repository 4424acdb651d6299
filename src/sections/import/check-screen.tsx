import '#i18n/draft-texts.ts';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useBeforeUnload, useBlocker } from 'react-router';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { saveFile } from '#console/data/export/save-file.ts';
import { useAddition } from '#console/data/session/features.ts';
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
import type { ListKeeper } from './list-draft.ts';
import { residentColumns } from './resident-columns.tsx';
import { useCorrections } from './use-corrections.ts';
import { useSubmission } from './use-submission.ts';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/**
 * Asks before a list that is being sent is left, closing the tab included; of one that was not sent it is said that it waits.
 * @returns what holds up the way out
 */
function useLeaveGuard(list: ResidentList, name: string, isKept: boolean) {
  const translate = useTranslate();
  const notify = useNotify();
  const isAsking = list.sending || (list.isUnsent() && !isKept);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && list.sending,
  );
  const tellWaiting = useRef<() => void>(() => undefined);
  tellWaiting.current = () => {
    if (!list.isUnsent() || list.sending || list.givenUp) return;
    const link = { to: '/download-resident-form', label: translate('drafts.goOn') };
    notify('import.check.waits', { messageArgs: { name }, link } satisfies ToastOptions);
  };
  useEffect(() => () => tellWaiting.current(), []);

  useBeforeUnload((event) => {
    if (isAsking) event.preventDefault();
  });
  return blocker;
}

/** The checked list: correct rows, wrong rows that can be mended here, and the submission (IMPORT-08…IMPORT-25). */
export function CheckScreen({
  checked: { name, building, opened: openedFile, withHidden, list },
  workerClient,
  draft,
  onAnother,
}: {
  checked: CheckedFile;
  workerClient: () => Promise<ResidentWorker>;
  draft: ListKeeper;
  onAnother: () => void;
}) {
  const translate = useTranslate();
  useSyncExternalStore(list.subscribe, list.version);
  const [tab, setTab] = useState<Tab>(() => (list.wrong.length ? 'wrong' : 'correct'));
  const [restNote, setRestNote] = useState<string | null>(null);
  const mending = useCorrections(list, workerClient, draft, () => setTab('wrong'));
  const isByHand = useAddition('byHand');
  const submission = useSubmission(list, building, workerClient, draft, () => setTab('wrong'));
  const leaving = useLeaveGuard(list, name, draft.isKept);
  const [replacing, setReplacing] = useState(false);
  const address = useBuildings().byId.get(building);

  function another(): void {
    if (list.mended) setReplacing(true);
    else onAnother();
  }
  async function rest(): Promise<void> {
    const { blob, encoding } = await (await workerClient()).run('rest', {});
    saveFile(translate('import.check.restFile', { name: name.replace(/\.\w+$/, '') }), blob);
    const own = openedFile.reading?.encoding ?? encoding;
    const sentence = translate('import.check.restInUtf8', { encoding: translate(`import.encoding.${own}`) });
    setRestNote(own === encoding ? null : sentence);
  }
  const emptyTab = (key: 'noCorrect' | 'noWrong') => ({
    title: translate(`import.check.${key}`),
    line: translate(`import.check.${key}Line`),
  });
  return (
    <ImportFrame
      wide
      heading={translate('import.check.heading')}
      footer={<CheckFooter correct={list.correct.length} wrong={list.wrong.length} submission={submission} />}
    >
      <LeaveQuestion
        blocker={leaving}
        question={translate('import.check.leaveSending')}
        yes={translate('import.check.leaveYes')}
      />
      <Suspense>
        {replacing ? (
          <ConfirmDialog
            question={translate('import.check.otherAsk')}
            yes={translate('import.check.otherYes')}
            onYes={async () => onAnother()}
            onNo={() => setReplacing(false)}
          />
        ) : null}
      </Suspense>
      {draft.unkept ? <DraftNote text={translate('import.unkept')} onSeen={draft.seen} /> : null}
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
        onAnother={another}
        aside={address ? <Address building={address} solid /> : null}
        rows={list.rows}
        places={list}
        tab={tab}
        onTab={setTab}
        tips={{
          correct: translate(isByHand ? 'import.check.byHand' : 'import.check.correctTip'),
          wrong: translate('import.check.wrongTip'),
        }}
        empty={{ correct: emptyTab('noCorrect'), wrong: emptyTab('noWrong') }}
        onNext={() => mending.goOn()}
        actions={
          <ActionButton size="sm" icon={<DownloadOutlined aria-hidden />} onClick={() => void rest()}>
            {translate('import.check.rest')}
          </ActionButton>
        }
        status={restNote}
        columns={residentColumns(list, tab === 'wrong' ? mending : null, translate)}
        openAt={tab === 'wrong' ? (mending.open?.at ?? null) : null}
        tableClass={classes.table}
      />
    </ImportFrame>
  );
}
