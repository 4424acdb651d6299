import { useNotify, useTranslate } from 'react-admin';
import { downloadCsv } from '#console/data/export/csv.ts';
import { noteExport } from '#console/data/export/save-file.ts';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { DownloadButton } from '#console/ui/buttons/download-button.tsx';
import { exportPath } from '#resources/protocol/exports.ts';
import { JOURNAL_PATH, type JournalAnswer, type JournalEntry } from '#resources/protocol/journal/journal.ts';
import { decodeJournal } from '#resources/protocol/journal/journal-answers.ts';
import type { JournalQuery } from './filters.tsx';
import { useJournalFormat } from './use-journal-format.ts';

/** Maximum number of entries per file; a longer journal must be exported in several ranges of days. */
const MAX_ENTRIES = 5_000;

/** Loads the newest entries that match the filters. @returns whether there are more */
async function loadEntries(
  filters: JournalQuery,
  signal: AbortSignal,
): Promise<{ entries: JournalEntry[]; isPart: boolean }> {
  const entries: JournalEntry[] = [];
  for (let before: number | null = null; ; ) {
    const page: JournalAnswer = await ask(withQuery(JOURNAL_PATH, { ...filters, before }), decodeJournal, { signal });
    entries.push(...page.results);
    before = page.before;
    if (before === null || entries.length >= MAX_ENTRIES) return { entries, isPart: before !== null };
  }
}

/** Downloads the filtered entries as a CSV file that Russian Excel can open. */
export function ExportJournal({ filters }: { filters: JournalQuery }) {
  const translate = useTranslate();
  const notify = useNotify();
  const words = useJournalFormat();

  async function save(signal: AbortSignal) {
    await noteExport(exportPath('journal'), signal);
    const { entries, isPart } = await loadEntries(filters, signal);
    const header = ['when', 'who', 'what', 'where', 'changes', 'address'].map((name) => translate(`journal.${name}`));
    const rows = entries.map((entry) => [
      words.when(entry.at),
      entry.by?.name ?? translate('journal.nobody'),
      words.action(entry.action),
      words.place(entry),
      entry.changes.map((change) => words.change(entry, change)).join('\n'),
      entry.address,
    ]);
    downloadCsv(`${translate('settings.journal')}.csv`, header, rows);
    notify(isPart ? 'journal.savedPart' : 'journal.saved', { messageArgs: { smart_count: entries.length } });
  }

  return (
    <DownloadButton label={translate('engine.export.save')} busyLabel={translate('engine.export.busy')} save={save} />
  );
}
