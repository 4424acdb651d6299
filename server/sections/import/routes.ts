import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { BYTES, IMPORT } from '#resources/limits.ts';
import { importAnswer, importRow } from '#resources/protocol/import/import.ts';
import { ENCODINGS } from '#resources/rules/import/encoding.ts';
import type { ServerContext } from '#server/context.ts';
import { yieldToOthers } from '#server/db/yield-to-others.ts';
import { route } from '#server/http/route.ts';
import { convertImportFile, readConvertForm } from './convert.ts';
import { createFileReading } from './file-reading.ts';
import { readSubmission, SLICES, submitResidentRows } from './submit.ts';

const CHANGE_ACCESS = { kind: 'section', section: 'residents', action: 'change', scope: 'buildings' } as const;
/** Bytes of a multipart body in addition to its contents. */
const ENVELOPE_BYTES = 100_000;

const EXAMPLE = 'unit,last_name,first_name,phone_number\n1,Калинина,Дарья,89164082217\n';

/** Import of residents from a file (IMPORT-*). */
export function importRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, database, now, uploads, invitations, metrics } = context;
  const reading = createFileReading();
  const rowCounter = metrics.counter('upravdom_import_rows_total', 'Rows of submitted lists of residents', ['result']);

  route(app, {
    method: 'POST',
    url: '/api/crm/import/convert_residents/',
    summary: 'Прочитать список резидентов из файла CSV или XLSX и проверить каждую строку; ничего не сохраняется',
    access: { ...CHANGE_ACCESS, outside: { building: 400, entrance: 200 } },
    form: {
      file: 'file',
      building: 'text',
      hidden_rows: {
        optional: 'text',
        description:
          'Дополнение к спецификации. `true`: взять и строки, которые скрыты в книге Excel фильтром или вручную. Без него они не входят в список',
      },
      encoding: {
        optional: 'text',
        description: `Дополнение к спецификации. Кодировка, если сервер определил её неверно: ${ENCODINGS.join(', ')}. Без неё сервер определяет сам`,
      },
    },
    bodyLimit: BYTES.attachment + ENVELOPE_BYTES,
    answer: z.array(importRow),
    example: ({ home }) => ({
      url: '/api/crm/import/convert_residents/',
      fields: { building: String(home.building) },
      files: [{ field: 'file', name: 'список.csv', bytes: Buffer.from(EXAMPLE) }],
    }),
    handle: ({ reader, request }) =>
      uploads.runUpload(reader.user, request, async () =>
        convertImportFile(db, reader, await readConvertForm(request), reading),
      ),
  });

  route(app, {
    method: 'POST',
    url: '/api/crm/import/residents/',
    summary:
      'Добавить проверенных резидентов и пригласить их; ответ называет каждую строку. Повтор с тем же заголовком Idempotency-Key никого не добавит дважды',
    access: { ...CHANGE_ACCESS, outside: { building: 200, entrance: 200 } },
    form: { convert_residents_result: 'text' },
    bodyLimit: IMPORT.submission + ENVELOPE_BYTES,
    answer: importAnswer,
    example: ({ home }) => {
      const phoneDigits = String(9_161_000_000 + Math.floor(Math.random() * 8_999_999));
      const row = {
        id: home.unit,
        label: '1',
        first_name: 'Дарья',
        last_name: 'Калинина',
        phone_number: `+7${phoneDigits}`,
      };
      return { url: '/api/crm/import/residents/', fields: { convert_residents_result: JSON.stringify([row]) } };
    },
    handle: async ({ reader, request }) => {
      const submission = await uploads.runUpload(reader.user, request, () => readSubmission(request, reading));
      const author = { request: request.id, now: now() };
      const pace = { ...SLICES[database.kind], between: () => yieldToOthers(database) };
      const answer = await invitations.after(() => submitResidentRows(db, reader, submission, author, pace));
      const { created, rows } = answer.params;
      rowCounter.inc({ result: 'created' }, created);
      rowCounter.inc({ result: 'refused' }, rows.length - created);
      if (created) invitations.start();
      return answer;
    },
  });
}
