import { useCallback, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { noteExport } from '#console/data/exports.ts';
import { useAction } from '#console/data/use-action.ts';
import { exportPath } from '#resources/protocol/exports.ts';
import { loadAll } from './all-tasks.ts';
import type { BoardFilter } from './board-calls.ts';
import { dayText, type Period } from './period.ts';
import { csvOf } from './task-rows.ts';

/**
 * Paper and file of everything the filter finds, loaded or not.
 * @param typed what the list is searched for; '' on the board, which has no search
 */
export function useExport(filter: BoardFilter, period: Period, typed: string, showList: () => void) {
  const translate = useTranslate();
  const notify = useNotify();
  /** Whether paper is wished for; the list prints when it stands, once. */
  const [printing, setPrinting] = useState(false);
  const printed = useCallback(() => setPrinting(false), []);
  const [, run] = useAction();
  const csv = useCallback(
    async (signal: AbortSignal) => {
      await noteExport(exportPath('tasks'), signal);
      const [tasks, { downloadCsv }] = await Promise.all([
        loadAll(filter, () => undefined, signal),
        import('#console/data/csv.ts'),
      ]);
      const { header, rows } = csvOf(tasks, typed, translate);
      const name = { period: translate(`tasks.period.${period}`), day: dayText() };
      downloadCsv(translate('tasks.list.file', name), header, rows);
      notify('tasks.list.saved', { messageArgs: { smart_count: rows.length } });
    },
    [filter, period, typed, translate, notify],
  );
  return {
    csv: () => run(csv),
    printing,
    printed,
    print: () => {
      setPrinting(true);
      showList();
    },
  };
}
