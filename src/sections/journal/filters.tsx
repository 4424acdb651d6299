import { useContext } from 'react';
import { useTranslate } from 'react-admin';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { FilterBox } from '#console/fields/parts/filter-box.tsx';
import { SelectFilter } from '#console/fields/parts/select-filter.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { journal } from '#i18n/ru/journal.ts';
import { ExportJournal } from './export-journal.tsx';
import classes from './journal.module.css';
import { useJournalFormat } from './use-journal-format.ts';

/** Filters of the journal, by query parameter of the call. */
export type JournalQuery = Readonly<Partial<Record<(typeof FILTER_NAMES)[number], string>>>;

const FILTER_NAMES = ['user', 'resource', 'record', 'action', 'from', 'to'] as const;

/** Reads the filters from the URL; empty parameters are ignored. */
export const readFilters = (params: URLSearchParams): JournalQuery =>
  Object.fromEntries(FILTER_NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));

interface Props {
  chosenFilters: JournalQuery;
  onChoose: (name: keyof JournalQuery, value: string | undefined) => void;
  onClear: () => void;
}

const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, 'ru');

/** Filters by section, action and days; a person is chosen by clicking a name in the table. */
export function JournalFilters({ chosenFilters, onChoose, onClear }: Props) {
  const translate = useTranslate();
  const words = useJournalFormat();
  const sections = useContext(KnownDefinitions).map(({ name }) => name);
  const places = [...new Set([...sections, ...Object.keys(journal.resources)])]
    .map((value) => ({ value, label: words.resource(value) }))
    .sort(byLabel);
  const actions = Object.keys(journal.actions)
    .map((value) => ({ value, label: words.action(value) }))
    .sort(byLabel);
  return (
    <div className={classes.filters}>
      <SelectFilter
        label={translate('journal.filters.resource')}
        value={chosenFilters.resource ?? ''}
        options={places}
        onChange={(value) => onChoose('resource', value)}
      />
      <SelectFilter
        label={translate('journal.filters.action')}
        value={chosenFilters.action ?? ''}
        options={actions}
        onChange={(value) => onChoose('action', value)}
      />
      {(['from', 'to'] as const).map((name) => (
        <FilterBox
          key={name}
          type="date"
          label={translate(`journal.filters.${name}`)}
          value={chosenFilters[name] ?? ''}
          onText={(typed) => onChoose(name, typed || undefined)}
        />
      ))}
      {Object.keys(chosenFilters).length ? (
        <ActionButton size="sm" variant="ghost" onClick={onClear}>
          {translate('journal.filters.clear')}
        </ActionButton>
      ) : null}
      <ExportJournal filters={chosenFilters} />
    </div>
  );
}
