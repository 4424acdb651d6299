import { SECTION_NAME } from '#resources/language/names.ts';
import '#i18n/import-texts.ts';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useContext, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { DropZone } from '#console/fields/parts/drop-zone.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { AUDIT_KINDS } from '#resources/language/audit-kinds.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { BYTES } from '#resources/limits.ts';
import type { ExampleFile, RemovedFile } from '#resources/protocol/definitions/stored-file-answers.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { builderPath } from '../../paths.ts';
import { ChoiceSelect } from '../fields/choice-select.tsx';
import { PALETTE } from '../fields/kind-icons.tsx';
import { kindLabel, requiredOptions } from '../fields/kind-starts.ts';
import { type DefinitionObject, parseDefinition, textAt, writeDefinition } from '../state/definition-text.ts';
import { sectionNameFor } from '../state/latin-names.ts';
import { makeBlankDefinition, makeDefinitionFrom, withSectionName } from '../state/new-definition.ts';
import classes from './dialogs.module.css';
import { EXAMPLES_KEY, loadExamples } from './file-calls.ts';
import { type GuessedTable, guessTable } from './guess-columns.ts';
import { dropTable, keepTable } from './stored-table.ts';

const STARTS = ['blank', 'example', 'table'] as const;
type Start = (typeof STARTS)[number];

/** Dialog that creates a section: blank, from an example or from a table. */
export default function NewSection({ files, onClose }: { files: readonly RemovedFile[]; onClose: () => void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const id = useId();
  const definitions = useContext(KnownDefinitions);
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  const [start, setStart] = useState<Start>('blank');
  const [example, setExample] = useState('');
  const [table, setTable] = useState<{ file: File; guessed: GuessedTable } | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const { data: examples = [], isPending: isWaiting } = useQuery({
    queryKey: EXAMPLES_KEY,
    queryFn: ({ signal }) => loadExamples(signal),
    enabled: start === 'example',
  });
  const chosenExample = examples.find(({ file }) => file === example) ?? examples[0];
  const isTaken = (name: string) =>
    AUDIT_KINDS.has(name) ||
    definitions.some((one) => one.name === name || one.was === name) ||
    files.some(({ file }) => file === `${name}.json`);

  const isAddressInvalid = address !== '' && (!SECTION_NAME.test(address) || isTaken(address));
  const withAddress = (definition: DefinitionObject) =>
    address === '' ? definition : withSectionName(definition, address);

  /** The initial definition of the section; null if something is missing, for which an error is shown. */
  function makeDefinition(): DefinitionObject | null {
    if (start === 'example') {
      const definition = chosenExample && parseDefinition(chosenExample.text);
      if (!definition) return null;
      const { $schema: _, ...rest } = definition;
      const name = address || sectionNameFor(textAt(rest, ['name']), isTaken);
      return withSectionName(rest, name);
    }
    if (title.trim() === '') {
      setMistake(translate('sectionBuilder.fresh.noName'));
      return null;
    }
    if (start === 'blank') return withAddress(makeBlankDefinition(title.trim(), isTaken));
    const columns = table?.guessed.columns.filter((column) => column.isTaken) ?? [];
    if (!columns.length) {
      setMistake(translate('sectionBuilder.fresh.noColumns'));
      return null;
    }
    const fields = columns.map(({ label, kind, options }) => ({
      label,
      kind,
      options: { ...requiredOptions(kind), ...options },
    }));
    return withAddress(makeDefinitionFrom(title.trim(), fields, isTaken));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setMistake(null);
    const definition = isAddressInvalid ? null : makeDefinition();
    if (!definition) return;
    const name = textAt(definition, ['name']);
    if (start === 'table' && table) keepTable(name, table.file);
    else dropTable(name);
    void navigate(builderPath(name), { state: { text: writeDefinition(definition) } });
  }

  return (
    <PanelDialog width={680} onClose={onClose} aria-labelledby={`${id}-title`}>
      <form className={classes.dialog} noValidate onSubmit={submit}>
        <h2 id={`${id}-title`}>{translate('sectionBuilder.fresh.title')}</h2>
        {start === 'example' ? null : <TitleInput title={title} mistake={mistake} onTitle={setTitle} />}
        <StartChoice start={start} onStart={setStart} />
        {start === 'example' ? (
          <ExampleStart
            examples={examples}
            isWaiting={isWaiting}
            chosenExample={chosenExample}
            onExample={setExample}
          />
        ) : null}
        {start === 'table' ? (
          <TableStart table={table} onTable={setTable} onTitle={(name) => setTitle(title || name)} />
        ) : null}
        <AddressInput address={address} isBad={isAddressInvalid} onAddress={setAddress} />
        <div className={classes.buttons}>
          <ActionButton onClick={onClose}>{translate('ui.cancel')}</ActionButton>
          <ActionButton variant="primary" type="submit">
            {translate('sectionBuilder.fresh.create')}
          </ActionButton>
        </div>
      </form>
    </PanelDialog>
  );
}

function TitleInput({
  title,
  mistake,
  onTitle,
}: {
  title: string;
  mistake: string | null;
  onTitle: (title: string) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label={translate('sectionBuilder.fresh.name')}
      help={translate('sectionBuilder.fresh.nameHelp')}
      error={mistake}
    >
      <OutlinedInput
        id={id}
        fullWidth
        autoFocus
        value={title}
        error={mistake !== null}
        inputProps={{ maxLength: 60, 'aria-describedby': describedBy(id, { error: mistake, help: true }) }}
        onChange={({ target }) => onTitle(target.value)}
      />
    </FieldFrame>
  );
}

/** Optional input of the section's name in the data and in its path, instead of the one made from the title. */
function AddressInput({
  address,
  isBad,
  onAddress,
}: {
  address: string;
  isBad: boolean;
  onAddress: (address: string) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const help = translate('sectionBuilder.fresh.addressHelp');
  const error = isBad ? translate('sectionBuilder.fresh.badAddress') : null;
  return (
    <details>
      <summary className={classes.more}>{translate('sectionBuilder.fresh.more')}</summary>
      <FieldFrame id={id} label={translate('sectionBuilder.fresh.address')} help={help} error={error}>
        <OutlinedInput
          id={id}
          fullWidth
          value={address}
          error={isBad}
          inputProps={{ maxLength: 40, spellCheck: false, 'aria-describedby': describedBy(id, { error, help }) }}
          onChange={({ target }) => onAddress(target.value)}
        />
      </FieldFrame>
    </details>
  );
}

function ExampleStart({
  examples,
  isWaiting,
  chosenExample,
  onExample,
}: {
  examples: readonly ExampleFile[];
  isWaiting: boolean;
  chosenExample: ExampleFile | undefined;
  onExample: (file: string) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label={translate('sectionBuilder.fresh.chooseExample')}
      help={
        chosenExample?.description ??
        (examples.length || isWaiting ? null : translate('sectionBuilder.fresh.noExamples'))
      }
    >
      <ChoiceSelect
        id={id}
        value={chosenExample?.file ?? ''}
        options={examples.map((one) => ({ value: one.file, label: one.title }))}
        onChange={onExample}
      />
    </FieldFrame>
  );
}

function StartChoice({ start, onStart }: { start: Start; onStart: (start: Start) => void }) {
  const translate = useTranslate();
  const name = useId();
  return (
    <fieldset className={classes.starts}>
      <legend>{translate('sectionBuilder.fresh.from')}</legend>
      {STARTS.map((one) => (
        <label key={one} className={classes.start}>
          <input type="radio" name={name} checked={start === one} onChange={() => onStart(one)} />
          <span>
            <b>{translate(`sectionBuilder.fresh.${one}`)}</b>
            <span className={classes.muted}>{translate(`sectionBuilder.fresh.${one}Line`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Choice of a file, and the guessed kinds of its columns, which can be changed. */
function TableStart({
  table,
  onTable,
  onTitle,
}: {
  table: { file: File; guessed: GuessedTable } | null;
  onTable: (table: { file: File; guessed: GuessedTable }) => void;
  onTitle: (title: string) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function open(file: File) {
    setProblem(null);
    setIsReading(true);
    try {
      const guessed = await guessTable(file);
      if (!guessed?.columns.length) return setProblem(translate('sectionBuilder.fresh.noHeadings'));
      onTable({ file, guessed });
      onTitle(file.name.replace(/\.[^.]+$/, ''));
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      setProblem(translate(`import.file.${error.problem}`, error.params));
    } finally {
      setIsReading(false);
    }
  }
  const columns = table?.guessed.columns ?? [];
  const change = (at: number, next: Partial<GuessedTable['columns'][number]>) => {
    if (!table) return;
    const changedColumns = columns.map((column, index) => (index === at ? { ...column, ...next } : column));
    onTable({ ...table, guessed: { ...table.guessed, columns: changedColumns } });
  };
  return (
    <>
      <FieldFrame id={id} label={translate('sectionBuilder.fresh.fileTitle')} error={problem} group>
        <DropZone maxBytes={BYTES.attachment} reading={isReading} onFile={(file) => void open(file)} />
      </FieldFrame>
      {table ? (
        <div className={classes.table}>
          <p className={classes.muted} role="status">
            {table.file.name}: {translate('sectionBuilder.fresh.rows', { smart_count: table.guessed.rows })}
          </p>
          <table className={classes.columns}>
            <thead>
              <tr>
                {(['column', 'kind', 'sample'] as const).map((one) => (
                  <th key={one} scope="col">
                    {translate(`sectionBuilder.fresh.${one}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.map(({ label, kind, sample, isTaken }, index) => (
                <tr key={label}>
                  <td>
                    <Checkbox
                      checked={isTaken}
                      name={translate('sectionBuilder.fresh.takeColumn', { label })}
                      onChange={(next) => change(index, { isTaken: next })}
                    >
                      {label}
                    </Checkbox>
                  </td>
                  <td>
                    <ChoiceSelect
                      id={`${id}-${index}`}
                      label={translate('sectionBuilder.fresh.kindOf', { label })}
                      value={kind}
                      options={PALETTE.map((value) => ({ value, label: kindLabel(value) }))}
                      onChange={(next) => change(index, { kind: next as KindName, options: {} })}
                    />
                  </td>
                  <td>{sample}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  );
}
