import type { FastifyInstance } from 'fastify';
import { exportPath } from '#resources/protocol/exports.ts';
import {
  JOURNAL_LIMITS,
  JOURNAL_PAGE,
  JOURNAL_PATH,
  journalAnswer,
  journalQuery,
} from '#resources/protocol/journal/journal.ts';
import { audit } from '#server/access/audit.ts';
import { requireConfirmationIfConfigured } from '#server/access/confirmed.ts';
import { auditDifferences, type Difference } from '#server/access/differences.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { selectAuditEntries } from './queries.ts';

const ADMIN_ACCESS = { kind: 'administrator', scope: 'none' } as const;

/** Fields that are shown in another way, or mean nothing to a person. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'user',
  'version',
  'updated_at',
  'seen',
  'sender_id',
  'unit_id',
]);

const truncate = (text: string | null): string | null =>
  text !== null && text.length > JOURNAL_LIMITS.characters ? `${text.slice(0, JOURNAL_LIMITS.characters)}…` : text;

const truncateDifference = ({ field, before, after }: Difference): Difference => ({
  field,
  before: truncate(before),
  after: truncate(after),
});

/** The audit log of the company, for administrators, and the record of its exports. */
export function journalRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, heavyReads, settings } = context;
  route(app, {
    method: 'GET',
    url: JOURNAL_PATH,
    summary: 'Журнал: кто, что и когда делал, новое сверху',
    access: ADMIN_ACCESS,
    query: journalQuery,
    answer: journalAnswer,
    example: () => ({ url: JOURNAL_PATH }),
    handle: async ({ query }) => {
      const rows = await selectAuditEntries(heavyReads, query, JOURNAL_PAGE + 1, settings.timeZone);
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
            .filter(({ field }) => !HIDDEN_FIELDS.has(field))
            .slice(0, JOURNAL_LIMITS.changes)
            .map(truncateDifference),
        })),
        before: rows.length > JOURNAL_PAGE ? (pageRows.at(-1)?.id ?? null) : null,
      };
    },
  });

  route(app, {
    method: 'POST',
    url: exportPath('journal'),
    summary: 'Отметить, что журнал сохраняют в файл',
    access: ADMIN_ACCESS,
    ok: 204,
    example: () => ({ url: exportPath('journal') }),
    handle: async ({ reader, request }) => {
      await requireConfirmationIfConfigured(context, reader);
      const auditEntry = { user: reader.user, action: 'export', resource: 'journal', record: null };
      await audit(db, { ...auditEntry, request: request.id });
      logSecurityEvent(request, { action: 'export', user: reader.user, record: 'journal' });
      return undefined;
    },
  });
}
