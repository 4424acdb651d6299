import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage, Visitor } from './stage.ts';
import { until } from './until.ts';

/** A definition of ten lines, as the section author's guide has them. */
export const KEYS = `{
  "name": "keys",
  "section": "keys",
  "icon": "key",
  "words": { "one": "ключ", "few": "ключа", "many": "ключей", "accusative": "ключ", "gender": "m", "plural": "ключи" },
  "fields": {
    "label": { "kind": "text", "label": "Что открывает", "required": true, "min": 3, "max": 40 },
    "copies": { "kind": "number", "label": "Копий", "min": 0, "max": 9 } },
  "list": { "layout": "table", "columns": ["label", "copies"], "menu": ["edit", "hold-delete"] },
  "form": [{ "fields": ["label", "copies"] }]
}`;

/** Ways into the folder of definitions of a running product. */
export function definitionsOf(stage: Stage) {
  return {
    /** Writes a definition into the folder. */
    drop: (name: string, content: string) => writeFile(join(stage.product.resourcesDir, name), content),

    /** Waits until the server has read the folder again. */
    async known(name: string): Promise<void> {
      const headers = { authorization: `Token ${await stage.token(1)}` };
      await until(`the definition «${name}» is in force`, async () => {
        const response = await fetch(`${stage.product.address}/resources/definitions/`, { headers });
        return (await response.text()).includes(`"${name}"`);
      });
    },
  };
}

/** A row of a list; found by its element, for while a menu is open everything else is hidden from roles. */
export const rowWith = ({ page }: Visitor, text: string) => page.locator('tr, [role=row]').filter({ hasText: text });

/** A button of a page by its whole name. */
export const buttonOf = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: true });
