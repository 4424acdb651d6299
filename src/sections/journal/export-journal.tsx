import { useNotify, useTranslate } from 'react-admin';
import { downloadCsv } from '#console/data/export/csv.ts';
import { noteExport } from '#console/data/export/save-file.ts';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { SaveButton } from '#console/ui/buttons/save-button.tsx';
import { exportPath } from '#resources/protocol/exports.ts';
import { decodeJournal } from '#resources/protocol/journal/deed-answers.ts';
import { JOURNAL_PATH, type JournalAnswer, type JournalDeed } from '#resources/protocol/journal/journal.ts';
import type { JournalQuery } from './filters.tsx';
import { useJournalWords } from './words.ts';

/** Deeds of one file: a longer one is saved by days. */
const MOST = 5_000;

/** The newest deeds of those that are looked for. @returns whether there are more */
async function everyDeed(
  filters: JournalQuery,
  signal: AbortSignal,
): Promise<{ deeds: JournalDeed[]; isPart: boolean }> {
  const deeds: JournalDeed[] = [];
  for (let before: number | null = null; ; ) {
    const page: JournalAnswer = await ask(withQuery(JOURNAL_PATH, { ...filters, before }), decodeJournal, { signal });
    deeds.push(...page.results);
    before = page.before;
    if (before === null || deeds.length >= MOST) return { deeds, isPart: before !== null };
  }
}

/** Saves what is looked for as a file that a Russian Excel opens. */
export function ExportJournal({ filters }: { filters: JournalQuery }) {
  const translate = useTranslate();
  const notify = useNotify();
  const words = useJournalWords();

  async function save(signal: AbortSignal) {
    await noteExport(exportPath('journal'), signal);
    const { deeds, isPart } = await everyDeed(filters, signal);
    const header = ['when', 'who', 'what', 'where', 'changes', 'address'].map((name) => translate(`journal.${name}`));
    const rows = deeds.map((deed) => [
      words.when(deed.at),
      deed.by?.name ?? translate('journal.nobody'),
      words.action(deed.action),
      words.place(deed),
      deed.changes.map((change) => words.change(deed, change)).join('\n'),
      deed.address,
    ]);
    downloadCsv(`${translate('settings.journal')}.csv`, header, rows);
    notify(isPart ? 'journal.savedPart' : 'journal.saved', { messageArgs: { smart_count: deeds.length } });
  }

  return <SaveButton label={translate('engine.export.save')} busyLabel={translate('engine.export.busy')} save={save} />;
}
