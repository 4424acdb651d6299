import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { DefinitionNote } from '#resources/protocol/definitions/definitions.ts';
import type { Db } from '#server/db/tables.ts';
import { existingWebhooks } from '#server/webhooks/delivery-queries.ts';

/** Webhooks that the rules of a definition name. */
const webhookNames = ({ notify = [] }: Resource): string[] => [
  ...new Set(notify.flatMap(({ to }) => to.webhook ?? [])),
];

/** Rules of definitions in force that name webhooks which the company does not have: nothing is sent by them. */
export async function webhookNotes(
  db: Db,
  definitions: readonly { file: string; resource: Resource }[],
): Promise<DefinitionNote[]> {
  const names = definitions.flatMap(({ resource }) => webhookNames(resource));
  if (!names.length) return [];
  const existingNames = await existingWebhooks(db, names);
  return definitions.flatMap(({ file, resource }) => {
    const notes = webhookNames(resource)
      .filter((name) => !existingNames.has(name))
      .map((webhook) => text('definitions.noWebhook', { webhook }));
    return notes.length ? [{ file, name: resource.name, title: sectionTitle(resource.words), notes }] : [];
  });
}
