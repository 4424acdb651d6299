import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { DefinitionNote } from '#resources/protocol/definitions/definitions.ts';
import type { Db } from '#server/db/tables.ts';
import { existingWebhooks } from '#server/webhooks/delivery-queries.ts';

/** Names of the webhooks in the rules of a definition. */
const listWebhookNames = ({ notify = [] }: Resource): string[] => [
  ...new Set(notify.flatMap(({ to }) => to.webhook ?? [])),
];

/** Notes about rules of active definitions that name webhooks the company does not have, so that they send nothing. */
export async function selectWebhookNotes(
  db: Db,
  definitions: readonly { file: string; resource: Resource }[],
): Promise<DefinitionNote[]> {
  const names = definitions.flatMap(({ resource }) => listWebhookNames(resource));
  if (!names.length) return [];
  const existingNames = await existingWebhooks(db, names);
  return definitions.flatMap(({ file, resource }) => {
    const notes = listWebhookNames(resource)
      .filter((name) => !existingNames.has(name))
      .map((webhook) => text('definitions.noWebhook', { webhook }));
    return notes.length ? [{ file, name: resource.name, title: sectionTitle(resource.words), notes }] : [];
  });
}
