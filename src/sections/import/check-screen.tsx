import '#i18n/draft-texts.ts';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { lazy, Suspense, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useBeforeUnload, useBlocker } from 'react-router';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { saveFile } from '#console/data/export/save-file.ts';
import { useAddition } from '#console/data/session/features.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { Address } from '#console/fields/building/address.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { LeaveQuestion } from '#console/ui/dialogs/leave-question.tsx';
import { CheckTabs, type Tab } from '#console/ui/navigation/check-tabs.tsx';
import { DraftNote } from '#console/ui/states/draft-offer.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { CheckFooter } from './check-footer.tsx';
import classes from './check-screen.module.css';
import type { CheckedFile } from './checked-file.ts';
import type { CheckedList } from './checked-list.ts';
import { ImportFrame } from './frame.tsx';
import type { ListKeeper } from './list-draft.ts';
import { RowsTable } from './rows-table.tsx';
import { useCorrections } from './use-corrections.ts';
import { useSubmission } from './use-submission.ts';
import { rowCount } from './words.ts';
import type { WorkerClient } from './worker-client.ts';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/**
 * Asks before a list that is being sent is left, closing the tab included; of one that was not sent it is said that it waits.
 * @returns what holds up the way out
 */
function useLeaveGuard(list: CheckedList, name: string, isKept: boolean) {
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
  workerClient: () => Promise<WorkerClient>;
  draft: ListKeeper;
  onAnother: () => void;
}) {
  const translate = useTranslate();
  const panel = useId();
  useSyncExternalStore(list.subscribe, list.version);
  const [tab, setTab] = useState<Tab>(() => (list.wrong.length ? 'wrong' : 'correct'));
  const [restNote, setRestNote] = useState<string | null>(null);
  const mending = useCorrections(list, workerClient, draft);
  const isByHand = useAddition('byHand');
  const submission = useSubmission(list, building, workerClient, draft, () => setTab('wrong'));
  const leaving = useLeaveGuard(list, name, draft.isKept);
  const [replacing, setReplacing] = useState(false);
  const address = useBuildings().byId.get(building);
  const counts = { correct: list.correct.length, wrong: list.wrong.length };
  const { goOn } = mending;

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      setTab('wrong');
      goOn();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [goOn]);

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
  const empty = { correct: 'noCorrect', wrong: 'noWrong' }[tab];
  return (
    <ImportFrame
      wide
      heading={translate('import.check.heading')}
      footer={<CheckFooter {...counts} submission={submission} />}
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
      <div className={classes.head}>
        <p className={classes.file}>
          <TableChartOutlined aria-hidden />
          <span>
            {translate('import.check.file', { name, rows: rowCount(openedFile.rows) })}
            {openedFile.reading ? `, ${translate(`import.encoding.${openedFile.reading.encoding}`)}` : null}
          </span>
          {openedFile.hidden ? (
            <span>
              {translate(withHidden ? 'import.upload.hiddenTaken' : 'import.upload.hidden', {
                smart_count: openedFile.hidden,
              })}
            </span>
          ) : null}
          <button type="button" className="link" onClick={another}>
            {translate('import.check.other')}
          </button>
        </p>
        {address ? <Address building={address} solid /> : null}
      </div>
      <div className={classes.bar}>
        <CheckTabs
          currentTab={tab}
          counts={counts}
          panel={panel}
          tips={{
            correct: translate(isByHand ? 'import.check.byHand' : 'import.check.correctTip'),
            wrong: translate('import.check.wrongTip'),
          }}
          onChoose={setTab}
        />
        {tab === 'wrong' && counts.wrong ? (
          <>
            <ActionButton size="sm" onClick={goOn}>
              {translate('import.check.next')}
            </ActionButton>
            <ActionButton size="sm" icon={<DownloadOutlined aria-hidden />} onClick={() => void rest()}>
              {translate('import.check.rest')}
            </ActionButton>
            <span className={classes.keys}>{translate('import.check.keys')}</span>
          </>
        ) : null}
        <p role="status" className={classes.keys}>
          {restNote}
        </p>
      </div>
      <div className={classes.panel} id={panel} role="tabpanel" aria-label={translate(`import.check.${tab}`)}>
        {counts[tab] ? (
          <RowsTable
            key={tab}
            list={list}
            places={list[tab]}
            mending={tab === 'wrong' ? mending : null}
            label={translate(`import.check.${tab}`)}
          />
        ) : (
          <EmptyState title={translate(`import.check.${empty}`)} line={translate(`import.check.${empty}Line`)} />
        )}
      </div>
    </ImportFrame>
  );
}
