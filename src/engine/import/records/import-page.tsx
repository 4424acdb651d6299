import '#i18n/draft-texts.ts';
import '#i18n/import-texts.ts';
import '#i18n/record-import-texts.ts';
import { lazy, Suspense, useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { downloadCsv } from '#console/data/export/csv.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useAddition } from '#console/data/session/features.ts';
import { DropZone, HiddenRows } from '#console/fields/parts/drop-zone.tsx';
import { EncodingChoice } from '#console/fields/parts/encoding-choice.tsx';
import { FormPage } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { LeaveQuestion, useLeaveBlocker } from '#console/ui/dialogs/leave-question.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { Tab } from '#console/ui/navigation/check-tabs.tsx';
import { LinkTabs } from '#console/ui/navigation/link-tabs.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { BYTES } from '#resources/limits.ts';
import { fieldsWithoutColumn, importFields } from '#resources/rules/import/fields.ts';
import type { CheckedList } from '../checked-list.ts';
import { CheckedRows } from '../checked-rows.tsx';
import { useOpenCell } from '../open-cell.ts';
import classes from './import-page.module.css';
import { recordColumns } from './record-columns.tsx';
import { columnsFor, type ImportRow, isSound, rowEffect } from './rows.ts';
import { UpdateChoice } from './update-choice.tsx';
import { type RecordImport, useRecordImport } from './use-record-import.ts';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/** Records out of a file: choosing it, what is right and wrong with its rows, keeping the right ones. */
export function ImportPage({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const importing = useRecordImport(resource);
  const { file, list } = importing;
  const heading = translate('engine.import.heading');
  return (
    <FormPage
      heading={heading}
      back={{ to: resource.routes.list, label: translate(`resources.${resource.name}.action.back`) }}
      tabs={<LinkTabs label={heading} tabs={resource.ways ?? []} />}
      footer={<Footer resource={resource} importing={importing} />}
      wide={list !== null}
    >
      {file && list ? (
        <Check resource={resource} importing={importing} list={list} />
      ) : (
        <Choose resource={resource} importing={importing} />
      )}
    </FormPage>
  );
}

interface Part {
  resource: Resource;
  importing: RecordImport;
}

function Choose({ resource, importing: { reading, problem, progress, encoding, hasEncoding, open, readAs } }: Part) {
  const translate = useTranslate();
  const id = useId();
  const labels = importFields(resource).map(({ label }) => label);
  const missing = fieldsWithoutColumn(resource).map(([, { label }]) => label ?? '');
  const title = translate(`resources.${resource.name}.page.list`);
  return (
    <div className={classes.choose}>
      <p>{translate('engine.import.columns', { columns: labels.join(', ') })}</p>
      {missing.length ? <p>{translate('engine.import.without', { columns: missing.join(', ') })}</p> : null}
      <KeyColumns resource={resource} />
      <p>
        <button
          type="button"
          className="link"
          onClick={() => downloadCsv(translate('engine.import.sampleFile', { title }), labels, [])}
        >
          {translate('engine.import.sample')}
        </button>
      </p>
      <FieldFrame id={id} label={translate('engine.import.file')} error={problem} group required>
        <DropZone most={BYTES.attachment} reading={reading} onFile={(file) => void open(file)} />
        {problem && hasEncoding ? (
          <EncodingChoice value={encoding} problemId={`${id}-error`} onChoose={(next) => void readAs(next)} />
        ) : null}
      </FieldFrame>
      {progress ? <p role="status">{translate('engine.import.checking', { ...progress })}</p> : null}
    </div>
  );
}

/** Says which columns a file needs to change records that are there. */
function KeyColumns({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const isUpdating = useAddition('importUpdates');
  const names = resource.import?.key ?? [];
  if (!isUpdating || !names.length) return null;
  const labels = names.map((name) => resource.fields[name]?.label ?? name);
  return <p>{translate('engine.import.keyColumns', { smart_count: labels.length, columns: labels.join('», «') })}</p>;
}

/** Doubtful rows that are named at the most. */
const NAMED = 20;

function Check({ resource, importing, list }: Part & { list: CheckedList<ImportRow> }) {
  const { file, rows, problem, encoding, updateKey, mend, drop, readAs, takeHidden } = importing;
  const translate = useTranslate();
  const problemId = useId();
  const [tab, setTab] = useState<Tab>(list.wrong.length ? 'wrong' : 'correct');
  const [isReplacing, setReplacing] = useState(false);
  const isWrong = tab === 'wrong';
  const fields = columnsFor(resource, file?.fields ?? [], rows ?? []);
  const rowCells = {
    cells: fields.map(({ wire }) => wire),
    isWrong: (row: ImportRow, wire: string) => Object.hasOwn(row.errors, wire),
  };
  const openCell = useOpenCell(list, rowCells, () => setTab('wrong'));
  const columns = recordColumns(resource, fields, {
    hasEffects: updateKey !== null && !isWrong,
    corrections: isWrong ? { ...openCell, mend } : null,
    translate,
  });
  const emptyTab = (key: 'noCorrect' | 'noWrong') => ({
    title: translate(`engine.import.${key}`),
    line: translate(`engine.import.${key}Line`),
  });
  return (
    <>
      <Leaving list={list} />
      <Suspense>
        {isReplacing ? (
          <ConfirmDialog
            question={translate('import.check.otherAsk')}
            yes={translate('import.check.otherYes')}
            onYes={async () => drop()}
            onNo={() => setReplacing(false)}
          />
        ) : null}
      </Suspense>
      <CheckedRows
        file={{
          name: file?.name ?? '',
          rows: rows?.length ?? 0,
          choices: file?.encoding ? (
            <EncodingChoice
              value={encoding ?? file.encoding}
              problemId={problem ? problemId : null}
              onChoose={(next) => void readAs(next)}
            />
          ) : null,
        }}
        onAnother={() => (list.mended ? setReplacing(true) : drop())}
        notes={
          <>
            {problem ? (
              <p className={classes.problem} id={problemId} role="alert">
                {problem}
              </p>
            ) : null}
            {file?.hidden ? (
              <div className={classes.note}>
                <HiddenRows count={file.hidden} isTaken={false} onPress={() => void takeHidden()} />
              </div>
            ) : null}
            <ColumnNotes importing={importing} />
            <UpdateChoice resource={resource} importing={importing} />
          </>
        }
        rows={list.rows}
        places={list}
        tab={tab}
        onTab={setTab}
        tips={{ correct: translate('engine.import.correctTip'), wrong: translate('engine.import.wrongTip') }}
        empty={{ correct: emptyTab('noCorrect'), wrong: emptyTab('noWrong') }}
        onNext={() => openCell.goOn()}
        columns={columns}
        openAt={isWrong ? (openCell.open?.at ?? null) : null}
        tableClass={classes.table}
      />
    </>
  );
}

/** Asks before mended rows that are not kept are left, or a file that is being kept. */
function Leaving({ list }: { list: CheckedList<ImportRow> }) {
  const translate = useTranslate();
  const blocker = useLeaveBlocker(() => list.sending || (list.mended && list.isWaiting()));
  const [question, yes] = list.sending
    ? ['import.check.leaveSending', 'import.check.leaveYes']
    : ['drafts.leave', 'drafts.leaveYes'];
  return <LeaveQuestion blocker={blocker} question={translate(question)} yes={translate(yes)} />;
}

/** What is not read of the file, and which rows are doubtful. */
function ColumnNotes({ importing: { file } }: Pick<Part, 'importing'>) {
  const translate = useTranslate();
  const { strangers = [], computed = [], doubtful = [] } = file ?? {};
  return (
    <>
      {doubtful.length ? (
        <p className={classes.note} role="status">
          {translate('engine.import.doubtful', {
            smart_count: doubtful.length,
            rows: doubtful.slice(0, NAMED).join(', '),
          })}
        </p>
      ) : null}
      {strangers.length ? (
        <p className={classes.note}>
          {translate('engine.import.strangers', { smart_count: strangers.length, columns: strangers.join(', ') })}
        </p>
      ) : null}
      {computed.length ? (
        <p className={classes.note}>{translate('engine.import.computed', { columns: computed.join(', ') })}</p>
      ) : null}
    </>
  );
}

function Footer({ resource, importing: { file, rows, progress, submit } }: Part) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const why = useRefusal(resource.section, 'change');
  const unchangedCount = (rows ?? []).filter((row) => isSound(row) && rowEffect(row) === 'unchanged').length;
  const count = (rows ?? []).filter(isSound).length - unchangedCount;
  async function save(): Promise<void> {
    const result = await submit();
    if (!result) return;
    if (result.kept) {
      const leftCount = (rows ?? []).length - unchangedCount - result.kept;
      const sentences = [
        translate('engine.import.kept', { smart_count: result.kept }),
        ...(leftCount ? [translate('engine.import.left', { smart_count: leftCount })] : []),
      ];
      notify(sentences.join('. '));
    }
    // What was refused, or was wrong before, stays to be mended.
    if (result.kept + unchangedCount === (rows ?? []).length) await navigate(resource.routes.list);
  }
  return (
    <>
      <ActionButton
        variant="primary"
        busy={rows !== null && progress !== null}
        unready={count === 0}
        refusal={why ? refusalText(why, translate) : null}
        onClick={() => void (count && !progress ? save() : undefined)}
      >
        {translate('engine.import.save')}
      </ActionButton>
      {file && rows ? (
        <p className={classes.muted} role="status">
          {progress
            ? translate(`engine.import.${progress.work === 'keep' ? 'saving' : 'checking'}`, { ...progress })
            : translate('engine.import.footer', { smart_count: count })}
        </p>
      ) : null}
    </>
  );
}
