import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { BYTES, IMPORT } from '#resources/limits.ts';
import { importAnswer, importRow } from '#resources/protocol/import/import.ts';
import { ENCODINGS } from '#resources/rules/import/encoding.ts';
import type { ServerContext } from '#server/context.ts';
import { letOthers } from '#server/db/let-others.ts';
import { route } from '#server/http/route.ts';
import { convert, readConvertForm } from './convert.ts';
import { fileReading } from './file-reading.ts';
import { readSubmission, SLICES, submit } from './submit.ts';

const CHANGE = { kind: 'section', section: 'residents', action: 'change', scope: 'buildings' } as const;
/** Bytes of a multipart body besides its contents. */
const ENVELOPE = 100_000;

const EXAMPLE = 'unit,last_name,first_name,phone_number\n1,Калинина,Дарья,89164082217\n';

/** Import of residents from a file (IMPORT-*). */
export function importRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, database, now, uploads, invitations, metrics } = context;
  const reading = fileReading();
  const rowCounter = metrics.counter('upravdom_import_rows_total', 'Rows of submitted lists of residents', ['result']);

  route(app, {
    method: 'POST',
    url: '/api/crm/import/convert_residents/',
    summary: 'Прочитать список резидентов из файла CSV или XLSX и проверить каждую строку; ничего не сохраняется',
    access: { ...CHANGE, outside: { building: 400, entrance: 200 } },
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
    bodyLimit: BYTES.attachment + ENVELOPE,
    answer: z.array(importRow),
    example: ({ home }) => ({
      url: '/api/crm/import/convert_residents/',
      fields: { building: String(home.building) },
      files: [{ field: 'file', name: 'список.csv', bytes: Buffer.from(EXAMPLE) }],
    }),
    handle: ({ reader, request }) =>
      uploads.during(reader.user, request, async () => convert(db, reader, await readConvertForm(request), reading)),
  });

  route(app, {
    method: 'POST',
    url: '/api/crm/import/residents/',
    summary:
      'Добавить проверенных резидентов и пригласить их; ответ называет каждую строку. Повтор с тем же заголовком Idempotency-Key никого не добавит дважды',
    access: { ...CHANGE, outside: { building: 200, entrance: 200 } },
    form: { convert_residents_result: 'text' },
    bodyLimit: IMPORT.submission + ENVELOPE,
    answer: importAnswer,
    example: ({ home }) => {
      const ten = String(9_161_000_000 + Math.floor(Math.random() * 8_999_999));
      const row = { id: home.unit, label: '1', first_name: 'Дарья', last_name: 'Калинина', phone_number: `+7${ten}` };
      return { url: '/api/crm/import/residents/', fields: { convert_residents_result: JSON.stringify([row]) } };
    },
    handle: async ({ reader, request }) => {
      const submission = await uploads.during(reader.user, request, () => readSubmission(request, reading));
      const by = { request: request.id, now: now() };
      const pace = { ...SLICES[database.kind], between: () => letOthers(database) };
      const answer = await invitations.after(() => submit(db, reader, submission, by, pace));
      const { created, rows } = answer.params;
      rowCounter.inc({ result: 'created' }, created);
      rowCounter.inc({ result: 'refused' }, rows.length - created);
      if (created) invitations.start();
      return answer;
    },
  });
}
