import { useCallback, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { noteExport } from '#console/data/export/save-file.ts';
import { useAction } from '#console/data/use-action.ts';
import { EXPORT_HEADERS, exportPath } from '#resources/protocol/exports.ts';
import { loadAllRequests } from '../model/all-requests.ts';
import type { BoardFilter } from '../model/board-calls.ts';
import { companyTodayText, type Period } from '../model/period.ts';
import { type ListSort, toCsv } from './request-rows.ts';

/**
 * Printing and CSV export of all requests of the filter, loaded or not.
 * @param list search text and sort order of the list; empty and null for the board
 */
export function useExport(
  filter: BoardFilter,
  period: Period,
  list: { search: string; sort: ListSort },
  showList: () => void,
) {
  const { search, sort } = list;
  const translate = useTranslate();
  const notify = useNotify();
  /** Set until the list is loaded and has opened the print dialog once. */
  const [printing, setPrinting] = useState(false);
  const printed = useCallback(() => setPrinting(false), []);
  const [, run] = useAction();
  const csv = useCallback(
    async (signal: AbortSignal) => {
      await noteExport(exportPath('tasks'), signal);
      const [requests, { downloadCsv }] = await Promise.all([
        loadAllRequests(filter, () => undefined, signal, EXPORT_HEADERS),
        import('#console/data/export/csv.ts'),
      ]);
      const { header, rows } = toCsv(requests, { search, sort }, translate);
      const name = { period: translate(`tasks.period.${period}`), day: companyTodayText() };
      downloadCsv(translate('tasks.list.file', name), header, rows);
      notify('tasks.list.saved', { messageArgs: { smart_count: rows.length } });
    },
    [filter, period, search, sort, translate, notify],
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
