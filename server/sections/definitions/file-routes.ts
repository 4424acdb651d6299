import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { DEFINITION } from '#resources/limits.ts';
import {
  DEFINITION_FILE,
  definitionFile,
  definitionFileBody,
  definitionFileProblems,
  definitionFileRemoval,
  definitionFileRemovalQuery,
  definitionFileRemoved,
  definitionFileSaved,
  definitionFiles,
} from '#resources/protocol/definitions/files.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { saidIn } from '#server/definitions/broken-text.ts';
import { brokenWithout } from '#server/definitions/validate.ts';
import { validateText } from '#server/definitions/validation-process.ts';
import type { World } from '#server/http/declaration.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import type { Catalogue } from '#server/records/catalogue.ts';
import {
  addVersion,
  digestOf,
  FILE_CHANGED,
  lockVersions,
  newestOfFile,
  newestTexts,
  showChange,
} from '#server/records/definition-versions.ts';

const FILES = '/resources/definitions/files/';
const FILE = `${FILES}:file/`;
const ADMINISTRATORS = { kind: 'administrator', scope: 'none' } as const;
/** Resource name of these files in the audit log. */
const AUDITED = 'definition-files';
/** JSON may write a sign in six characters. */
const BODY_LIMIT = 3 * DEFINITION.bytes + 1_024;

/** Path parameter of one file: `/…/{file}/`. */
export const fileParams = z.object({ file: z.string().regex(DEFINITION_FILE) });

type Newest = Awaited<ReturnType<typeof newestOfFile>>;

/** Whether this process has the file; files in the folder of another process do not count. */
const isPresent = (catalogue: Catalogue, file: Newest): file is NonNullable<Newest> =>
  file !== undefined && !file.removed && (file.by_console || catalogue.holds(file.file));

/** Refuses to overwrite a version that the author has not seen. @throws ApiError with the stored text */
function mustBeSeen(catalogue: Catalogue, newest: Newest, version: number): void {
  if (version === newest?.version || (version === 0 && !isPresent(catalogue, newest))) return;
  if (!newest) throw new ApiError('not_found');
  const { file, text } = newest;
  throw new ApiError('definition_changed', { told: { file, text, ...showChange(newest) } });
}

function refuseBroken(problems: readonly string[]): void {
  if (problems.length) throw new ApiError('definition_broken', { told: { problems } });
}

/** A section that nothing refers to, as the text of a file. */
function exampleText(name: string): string {
  const words = { one: 'прибор', few: 'прибора', many: 'приборов', accusative: 'прибор', gender: 'm' };
  return JSON.stringify({
    name,
    section: name,
    icon: 'inventory',
    words: { ...words, plural: 'приборы' },
    fields: { label: { kind: 'text', label: 'Название', required: true, max: 40 } },
    list: { layout: 'table', columns: ['label'], menu: ['edit', 'hold-delete'] },
    form: [{ fields: ['label'] }],
  });
}

let examples = 0;

/** A call that puts a new file in place. */
function exampleCall() {
  examples += 1;
  const name = `devices-${examples}`;
  return { url: `${FILES}${name}.json/`, body: { text: exampleText(name), version: 0 } };
}

/** Puts a new file in place. @returns its address */
export async function exampleFile({ send }: World): Promise<string> {
  const { url, body } = exampleCall();
  await send('PUT', { url, body });
  return url;
}

/** A file of a list. */
function showFile(row: NonNullable<Newest>) {
  const { name, title } = saidIn(row.text);
  return { file: row.file, name, title, ...showChange(row) };
}

/** Files of definitions: what they say is kept in the database, and every process brings it to its folder (`StoredFolder`). */
export function definitionFileRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, catalogue } = context;

  route(app, {
    method: 'GET',
    url: FILES,
    summary: 'Файлы описаний разделов',
    access: ADMINISTRATORS,
    answer: definitionFiles,
    example: () => ({ url: FILES }),
    handle: async () => {
      const rows = await newestTexts(db);
      const removed = rows.filter((row) => row.removed).sort((one, other) => +other.changed_at - +one.changed_at);
      return {
        files: rows
          .filter((row) => isPresent(catalogue, row))
          .map((row) => ({ ...showFile(row), broken: catalogue.isBroken(row.file) })),
        removed: removed.map(showFile),
      };
    },
  });

  route(app, {
    method: 'GET',
    url: FILE,
    summary: 'Текст файла описания',
    access: ADMINISTRATORS,
    params: fileParams,
    answer: definitionFile,
    example: async (world) => ({ url: await exampleFile(world) }),
    handle: async ({ params }) => {
      const newest = await newestOfFile(db, params.file);
      if (!isPresent(catalogue, newest)) throw new ApiError('not_found');
      return { file: newest.file, text: newest.text, ...showChange(newest) };
    },
  });

  route(app, {
    method: 'PUT',
    url: FILE,
    summary: 'Записать файл описания и применить его; прежние тексты остаются в истории',
    access: ADMINISTRATORS,
    params: fileParams,
    body: definitionFileBody,
    bodyLimit: BODY_LIMIT,
    answer: definitionFileSaved,
    refusals: { 409: definitionFile, 422: definitionFileProblems },
    example: exampleCall,
    handle: async ({ reader, params: { file }, body, request }) => {
      // A text that was just put into the folder by hand is a version too.
      await catalogue.reload();
      mustBeSeen(catalogue, await newestOfFile(db, file), body.version);
      refuseBroken((await validateText(body.text, catalogue.written, catalogue.namesIn(file))).problems);
      const version = await changeFile(context, { file, ...body, user: reader.user, request: request.id });
      await catalogue.refresh();
      return { version, problems: [], pending: catalogue.pending.some((one) => one.file === file) };
    },
  });

  route(app, {
    method: 'DELETE',
    url: FILE,
    summary: 'Убрать файл описания; записи раздела и прежние тексты остаются',
    access: ADMINISTRATORS,
    params: fileParams,
    query: definitionFileRemovalQuery,
    body: definitionFileRemoval.nullish(),
    answer: definitionFileRemoved,
    refusals: { 409: definitionFile, 422: definitionFileProblems },
    example: async (world) => ({ url: `${await exampleFile(world)}?version=1` }),
    handle: async ({ reader, params: { file }, query, body, request }) => {
      const version = query.version ?? body?.version;
      if (version === undefined) throw new FieldsError({ version: ['validation.required'] });
      await catalogue.reload();
      const newest = await newestOfFile(db, file);
      if (!isPresent(catalogue, newest)) throw new ApiError('not_found');
      mustBeSeen(catalogue, newest, version);
      refuseBroken(brokenWithout(catalogue.written, catalogue.namesIn(file)));
      const change = { file, text: null, version, user: reader.user, request: request.id };
      const removed = await changeFile(context, change);
      await catalogue.refresh();
      return { version: removed };
    },
  });
}

/** A change through the console. */
interface ConsoleChange {
  file: string;
  /** Null removes the file. */
  text: string | null;
  /** The version that the author has seen. */
  version: number;
  user: number;
  request: string;
}

/** Keeps a text as the next version, or that a file is removed; the other processes are told. @returns the newest version's number */
function changeFile({ db, database, catalogue, now }: ServerContext, change: ConsoleChange): Promise<number> {
  const { file, text, user, request } = change;
  return db.transaction().execute(async (trx: Db) => {
    await lockVersions(trx);
    const before = await newestOfFile(trx, file);
    mustBeSeen(catalogue, before, change.version);
    const wasThere = before !== undefined && !before.removed;
    if (wasThere && before.by_console && text !== null && digestOf(text) === before.digest) return before.version;
    const version = await addVersion(trx, file, before, { text, user, at: now() });
    const action = text === null ? 'delete' : wasThere ? 'update' : before ? 'restore' : 'create';
    await audit(trx, {
      user,
      action,
      resource: AUDITED,
      record: file,
      // Texts stand in the versions.
      before: before ? { version: before.version } : null,
      after: { version },
      request,
    });
    await database.notify(trx, FILE_CHANGED, file);
    return version;
  });
}
