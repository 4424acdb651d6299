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
import { readSectionHeader } from '#server/definitions/broken-text.ts';
import { problemsWithout } from '#server/definitions/validate.ts';
import { validateText } from '#server/definitions/validation-process.ts';
import type { World } from '#server/http/declaration.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import type { Catalogue } from '#server/records/catalogue.ts';
import {
  addVersion,
  digestOf,
  FILE_CHANGED,
  findNewestVersion,
  formatVersionChange,
  lockVersions,
  newestTexts,
} from '#server/records/definition-versions.ts';

const FILES_PATH = '/resources/definitions/files/';
const FILE_PATH = `${FILES_PATH}:file/`;
const ADMIN_ACCESS = { kind: 'administrator', scope: 'none' } as const;
/** Resource name of these files in the audit log. */
const AUDIT_RESOURCE = 'definition-files';
/** Allows for JSON escapes: six characters for a Cyrillic letter of two bytes. */
const BODY_LIMIT = 3 * DEFINITION.bytes + 1_024;

/** Path parameter of one file: `/…/{file}/`. */
export const fileParams = z.object({ file: z.string().regex(DEFINITION_FILE) });

type NewestVersion = Awaited<ReturnType<typeof findNewestVersion>>;

/** Whether this process has the file; files in the folder of another process do not count. */
const isPresent = (catalogue: Catalogue, file: NewestVersion): file is NonNullable<NewestVersion> =>
  file !== undefined && !file.removed && (file.by_console || catalogue.hasFile(file.file));

/** Refuses to overwrite a version that the author has not seen. @throws ApiError with the stored text */
function refuseUnseenVersion(catalogue: Catalogue, newest: NewestVersion, version: number): void {
  if (version === newest?.version || (version === 0 && !isPresent(catalogue, newest))) return;
  if (!newest) throw new ApiError('not_found');
  const { file, text } = newest;
  throw new ApiError('definition_changed', { told: { file, text, ...formatVersionChange(newest) } });
}

function refuseBroken(problems: readonly string[]): void {
  if (problems.length) throw new ApiError('definition_broken', { told: { problems } });
}

/** The text of an example section, to which nothing refers. */
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

let exampleCount = 0;

/** An example call that saves a new file. */
function exampleCall() {
  exampleCount += 1;
  const name = `devices-${exampleCount}`;
  return { url: `${FILES_PATH}${name}.json/`, body: { text: exampleText(name), version: 0 } };
}

/** Saves an example file. @returns its path */
export async function createExampleFile({ send }: World): Promise<string> {
  const { url, body } = exampleCall();
  await send('PUT', { url, body });
  return url;
}

/** Serialises a file for the list. */
function showFile(row: NonNullable<NewestVersion>) {
  const { name, title } = readSectionHeader(row.text);
  return { file: row.file, name, title, ...formatVersionChange(row) };
}

/** Files of definitions: their texts are kept in the database, and every process copies them to its folder (`StoredFolder`). */
export function definitionFileRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, catalogue } = context;

  route(app, {
    method: 'GET',
    url: FILES_PATH,
    summary: 'Файлы описаний разделов',
    access: ADMIN_ACCESS,
    answer: definitionFiles,
    example: () => ({ url: FILES_PATH }),
    handle: async () => {
      const rows = await newestTexts(db);
      const removed = rows.filter((row) => row.removed).sort((second, first) => +first.changed_at - +second.changed_at);
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
    url: FILE_PATH,
    summary: 'Текст файла описания',
    access: ADMIN_ACCESS,
    params: fileParams,
    answer: definitionFile,
    example: async (world) => ({ url: await createExampleFile(world) }),
    handle: async ({ params }) => {
      const newest = await findNewestVersion(db, params.file);
      if (!isPresent(catalogue, newest)) throw new ApiError('not_found');
      return { file: newest.file, text: newest.text, ...formatVersionChange(newest) };
    },
  });

  route(app, {
    method: 'PUT',
    url: FILE_PATH,
    summary: 'Записать файл описания и применить его; прежние тексты остаются в истории',
    access: ADMIN_ACCESS,
    params: fileParams,
    body: definitionFileBody,
    bodyLimit: BODY_LIMIT,
    answer: definitionFileSaved,
    refusals: { 409: definitionFile, 422: definitionFileProblems },
    example: exampleCall,
    handle: async ({ reader, params: { file }, body, request }) => {
      // Reload first: a text that was put into the folder by hand is a version too.
      await catalogue.reload();
      refuseUnseenVersion(catalogue, await findNewestVersion(db, file), body.version);
      refuseBroken((await validateText(body.text, catalogue.written, catalogue.namesIn(file))).problems);
      const version = await changeFile(context, { file, ...body, user: reader.user, request: request.id });
      await catalogue.refresh();
      return {
        version,
        problems: [],
        pending: catalogue.pending.some((pendingDefinition) => pendingDefinition.file === file),
      };
    },
  });

  route(app, {
    method: 'DELETE',
    url: FILE_PATH,
    summary: 'Убрать файл описания; записи раздела и прежние тексты остаются',
    access: ADMIN_ACCESS,
    params: fileParams,
    query: definitionFileRemovalQuery,
    body: definitionFileRemoval.nullish(),
    answer: definitionFileRemoved,
    refusals: { 409: definitionFile, 422: definitionFileProblems },
    example: async (world) => ({ url: `${await createExampleFile(world)}?version=1` }),
    handle: async ({ reader, params: { file }, query, body, request }) => {
      const version = query.version ?? body?.version;
      if (version === undefined) throw new FieldsError({ version: ['validation.required'] });
      await catalogue.reload();
      const newest = await findNewestVersion(db, file);
      if (!isPresent(catalogue, newest)) throw new ApiError('not_found');
      refuseUnseenVersion(catalogue, newest, version);
      refuseBroken(problemsWithout(catalogue.written, catalogue.namesIn(file)));
      const change = { file, text: null, version, user: reader.user, request: request.id };
      const removed = await changeFile(context, change);
      await catalogue.refresh();
      return { version: removed };
    },
  });
}

/** A change made in the console. */
interface ConsoleChange {
  file: string;
  /** Null removes the file. */
  text: string | null;
  /** The version that the author was editing. */
  version: number;
  user: number;
  request: string;
}

/**
 * Stores a text as the next version, or the removal of a file, and notifies the other processes.
 * @returns number of the newest version
 */
function changeFile({ db, database, catalogue, now }: ServerContext, change: ConsoleChange): Promise<number> {
  const { file, text, user, request } = change;
  return db.transaction().execute(async (trx: Db) => {
    await lockVersions(trx);
    const before = await findNewestVersion(trx, file);
    refuseUnseenVersion(catalogue, before, change.version);
    const existed = before !== undefined && !before.removed;
    if (existed && before.by_console && text !== null && digestOf(text) === before.digest) return before.version;
    const version = await addVersion(trx, file, before, { text, user, at: now() });
    const action = text === null ? 'delete' : existed ? 'update' : before ? 'restore' : 'create';
    await audit(trx, {
      user,
      action,
      resource: AUDIT_RESOURCE,
      record: file,
      // The texts themselves are in the versions.
      before: before ? { version: before.version } : null,
      after: { version },
      request,
    });
    await database.notify(trx, FILE_CHANGED, file);
    return version;
  });
}
