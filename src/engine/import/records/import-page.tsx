import '#i18n/draft-texts.ts';
import '#i18n/import-texts.ts';
import '#i18n/record-import-texts.ts';
import { lazy, Suspense, useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { downloadCsv } from '#console/data/export/csv.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
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
import { fieldsNotInFiles, importFields } from '#resources/rules/import/fields.ts';
import type { CheckedList } from '../checked-list.ts';
import { CheckedRows } from '../checked-rows.tsx';
import { useOpenCell } from '../open-cell.ts';
import classes from './import-page.module.css';
import { importTableColumns } from './record-columns.tsx';
import { type ImportRow, isValidRow, previewColumns, rowEffect } from './rows.ts';
import { UpdateChoice } from './update-choice.tsx';
import { type RecordImport, useRecordImport } from './use-record-import.ts';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/** Page that imports records from a file: choose the file, correct its rows, import the valid ones. */
export function RecordImportPage({ resource }: { resource: Resource }) {
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
        <CheckScreen resource={resource} importing={importing} list={list} />
      ) : (
        <ChooseFile resource={resource} importing={importing} />
      )}
    </FormPage>
  );
}

interface Props {
  resource: Resource;
  importing: RecordImport;
}

function ChooseFile({
  resource,
  importing: { reading, problem, progress, encoding, hasEncoding, open, readAs },
}: Props) {
  const translate = useTranslate();
  const id = useId();
  const labels = importFields(resource).map(({ label }) => label);
  const missing = fieldsNotInFiles(resource).map(([, { label }]) => label ?? '');
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
        <DropZone maxBytes={BYTES.attachment} reading={reading} onFile={(file) => void open(file)} />
        {problem && hasEncoding ? (
          <EncodingChoice value={encoding} problemId={`${id}-error`} onChoose={(next) => void readAs(next)} />
        ) : null}
      </FieldFrame>
      {progress ? <p role="status">{translate('engine.import.checking', { ...progress })}</p> : null}
    </div>
  );
}

/** Names the columns that a file needs to update existing records. */
function KeyColumns({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const isUpdating = useServerFeature('importUpdates');
  const names = resource.import?.key ?? [];
  if (!isUpdating || !names.length) return null;
  const labels = names.map((name) => resource.fields[name]?.label ?? name);
  return <p>{translate('engine.import.keyColumns', { smart_count: labels.length, columns: labels.join('», «') })}</p>;
}

/** Maximum number of doubtful rows that are listed. */
const MAX_NAMED_ROWS = 20;

function CheckScreen({ resource, importing, list }: Props & { list: CheckedList<ImportRow> }) {
  const { file, rows, problem, encoding, updateKey, correctCell, reset, readAs, takeHidden } = importing;
  const translate = useTranslate();
  const problemId = useId();
  const [tab, setTab] = useState<Tab>(list.wrong.length ? 'wrong' : 'correct');
  const [isReplacing, setIsReplacing] = useState(false);
  const isWrong = tab === 'wrong';
  const fields = previewColumns(resource, file?.fields ?? [], rows ?? []);
  const rowCells = {
    cells: fields.map(({ wire }) => wire),
    isWrong: (row: ImportRow, wire: string) => Object.hasOwn(row.errors, wire),
  };
  const openCell = useOpenCell(list, rowCells, () => setTab('wrong'));
  const columns = importTableColumns(resource, fields, {
    hasEffects: updateKey !== null && !isWrong,
    corrections: isWrong ? { ...openCell, correctCell } : null,
    translate,
  });
  const emptyTab = (key: 'noCorrect' | 'noWrong') => ({
    title: translate(`engine.import.${key}`),
    description: translate(`engine.import.${key}Line`),
  });
  return (
    <>
      <LeaveGuard list={list} />
      <Suspense>
        {isReplacing ? (
          <ConfirmDialog
            question={translate('import.check.otherAsk')}
            yes={translate('import.check.otherYes')}
            onYes={async () => reset()}
            onNo={() => setIsReplacing(false)}
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
        onAnother={() => (list.hasCorrections ? setIsReplacing(true) : reset())}
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
        rowIndexes={list}
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

/** Asks before leaving a running submission, or corrections that are not imported. */
function LeaveGuard({ list }: { list: CheckedList<ImportRow> }) {
  const translate = useTranslate();
  const blocker = useLeaveBlocker(() => list.isSending || (list.hasCorrections && list.isWaiting()));
  const [question, yesKey] = list.isSending
    ? ['import.check.leaveSending', 'import.check.leaveYes']
    : ['drafts.leave', 'drafts.leaveYes'];
  return <LeaveQuestion blocker={blocker} question={translate(question)} yes={translate(yesKey)} />;
}

/** Notes about ignored columns and doubtful rows. */
function ColumnNotes({ importing: { file } }: Pick<Props, 'importing'>) {
  const translate = useTranslate();
  const { strangers: unknownColumns = [], computed = [], doubtful = [] } = file ?? {};
  return (
    <>
      {doubtful.length ? (
        <p className={classes.note} role="status">
          {translate('engine.import.doubtful', {
            smart_count: doubtful.length,
            rows: doubtful.slice(0, MAX_NAMED_ROWS).join(', '),
          })}
        </p>
      ) : null}
      {unknownColumns.length ? (
        <p className={classes.note}>
          {translate('engine.import.strangers', {
            smart_count: unknownColumns.length,
            columns: unknownColumns.join(', '),
          })}
        </p>
      ) : null}
      {computed.length ? (
        <p className={classes.note}>{translate('engine.import.computed', { columns: computed.join(', ') })}</p>
      ) : null}
    </>
  );
}

function Footer({ resource, importing: { file, rows, progress, submit } }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const refusal = useRefusal(resource.section, 'change');
  const unchangedCount = (rows ?? []).filter((row) => isValidRow(row) && rowEffect(row) === 'unchanged').length;
  const count = (rows ?? []).filter(isValidRow).length - unchangedCount;
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
    // Leaves the page unless rows with errors remain to be corrected.
    if (result.kept + unchangedCount === (rows ?? []).length) await navigate(resource.routes.list);
  }
  return (
    <>
      <ActionButton
        variant="primary"
        busy={rows !== null && progress !== null}
        unready={count === 0}
        refusal={refusal ? refusalText(refusal, translate) : null}
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
