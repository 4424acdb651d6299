import type { FastifyInstance } from 'fastify';
import { exportPath } from '#resources/protocol/exports.ts';
import {
  JOURNAL_MOST,
  JOURNAL_PAGE,
  JOURNAL_PATH,
  journalAnswer,
  journalQuery,
} from '#resources/protocol/journal/journal.ts';
import { audit } from '#server/access/audit.ts';
import { mustBeConfirmed } from '#server/access/confirmed.ts';
import { auditDifferences, type Difference } from '#server/access/differences.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { auditEntries } from './queries.ts';

const ADMINISTRATORS = { kind: 'administrator', scope: 'none' } as const;

/** Values that are told otherwise, or say nothing to a person. */
const INNER: ReadonlySet<string> = new Set(['id', 'user', 'version', 'updated_at', 'seen', 'sender_id', 'unit_id']);

const cut = (text: string | null): string | null =>
  text !== null && text.length > JOURNAL_MOST.characters ? `${text.slice(0, JOURNAL_MOST.characters)}…` : text;

const short = ({ field, before, after }: Difference): Difference => ({ field, before: cut(before), after: cut(after) });

/** The audit log of the company for administrators, and the note that it is exported. */
export function journalRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, heavyReads, settings } = context;
  route(app, {
    method: 'GET',
    url: JOURNAL_PATH,
    summary: 'Журнал: кто, что и когда делал, новое сверху',
    access: ADMINISTRATORS,
    query: journalQuery,
    answer: journalAnswer,
    example: () => ({ url: JOURNAL_PATH }),
    handle: async ({ query }) => {
      const rows = await auditEntries(heavyReads, query, JOURNAL_PAGE + 1, settings.timeZone);
      const pageRows = rows.slice(0, JOURNAL_PAGE);
      return {
        results: pageRows.map((row) => ({
          id: row.id,
          at: row.at.toISOString(),
          by: row.user === null ? null : { user: row.user, name: `${row.first_name} ${row.last_name}` },
          action: row.action,
          resource: row.resource,
          record: row.record_id,
          address: row.address,
          times: row.times,
          changes: auditDifferences(row.before, row.after)
            .filter(({ field }) => !INNER.has(field))
            .slice(0, JOURNAL_MOST.changes)
            .map(short),
        })),
        before: rows.length > JOURNAL_PAGE ? (pageRows.at(-1)?.id ?? null) : null,
      };
    },
  });

  route(app, {
    method: 'POST',
    url: exportPath('journal'),
    summary: 'Отметить, что журнал сохраняют в файл',
    access: ADMINISTRATORS,
    ok: 204,
    example: () => ({ url: exportPath('journal') }),
    handle: async ({ reader, request }) => {
      await mustBeConfirmed(context, reader);
      const auditEntry = { user: reader.user, action: 'export', resource: 'journal', record: null };
      await audit(db, { ...auditEntry, request: request.id });
      logSecurityEvent(request, { action: 'export', user: reader.user, record: 'journal' });
      return undefined;
    },
  });
}
