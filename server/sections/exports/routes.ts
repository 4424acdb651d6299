import type { FastifyInstance } from 'fastify';
import { exportPath, recordsExportParams, recordsExportPath } from '#resources/protocol/exports.ts';
import { audit } from '#server/access/audit.ts';
import { requireConfirmationIfConfigured } from '#server/access/confirmed.ts';
import type { Reader } from '#server/access/reader.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';

/** Built-in sections that the console exports to files. */
const EXPORTED_SECTIONS = ['residents', 'tasks', 'readings'] as const;

/** Exports to files: the console builds them from ordinary lists and reports each export here first, for the audit log. */
export function exportsRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;
  const recordExport = async (
    reader: Reader,
    section: string,
    request: Parameters<typeof logSecurityEvent>[0] & { id: string },
  ) => {
    const user = reader.viewer ?? reader.user;
    const auditEntry = { user, action: 'export', resource: section, record: null };
    await audit(db, { ...auditEntry, request: request.id });
    logSecurityEvent(request, { action: 'export', user, record: section });
    return undefined;
  };
  for (const section of EXPORTED_SECTIONS) {
    route(app, {
      method: 'POST',
      url: exportPath(section),
      summary: 'Отметить, что раздел сохраняют в файл',
      access: { kind: 'section', section, action: 'see', scope: 'none' },
      ok: 204,
      example: () => ({ url: exportPath(section) }),
      handle: async ({ reader, request }) => {
        if (section === 'residents') await requireConfirmationIfConfigured(context, reader);
        return recordExport(reader, section, request);
      },
    });
  }
  route(app, {
    method: 'POST',
    url: recordsExportPath(':resource'),
    summary: 'Отметить, что добавленный раздел сохраняют в файл',
    access: { kind: 'definition', action: 'see', scope: 'none' },
    ok: 204,
    example: ({ generic }) => ({ url: recordsExportPath(generic.name) }),
    handle: ({ reader, params, request }) => recordExport(reader, params.resource, request),
    params: recordsExportParams,
  });
}
