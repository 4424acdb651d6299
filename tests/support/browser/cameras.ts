import type { Locator } from 'playwright-core';
import type { Stage, Visitor } from './stage.ts';

export const card = ({ page }: Visitor, name: string) => page.locator('article', { hasText: name });
export const addLink = ({ page }: Visitor) => page.getByRole('link', { name: /Добавить камеру/ });
export const menuOf = (visitor: Visitor, name: string) =>
  card(visitor, name).getByRole('button', { name: /^Действия/ });
export const nameField = ({ page }: Visitor) => page.getByLabel('Название', { exact: true });
export const linkField = ({ page }: Visitor) => page.getByLabel('Ссылка на поток', { exact: true });
/** Ids of the first building that is ticked by hand. */
export const building = ({ page }: Visitor, id: number): Locator => page.locator(`input[type=checkbox][value="${id}"]`);

/** Makes a camera by the API. @returns its id */
export async function makeCamera(stage: Stage, name: string, buildings: number[] = [1]): Promise<number> {
  const response = await fetch(`${stage.product.address}/api/crm/cameras/`, {
    method: 'POST',
    headers: { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, link: `${stage.product.address}/demo/cameras/yard.html`, buildings }),
  });
  const answer = (await response.json()) as { params: { id: number } };
  return answer.params.id;
}

export async function openCameras(stage: Stage, as = 1): Promise<Visitor> {
  const visitor = await stage.visitor({ as });
  await visitor.open('/cameras');
  await visitor.page.locator('article').first().waitFor();
  return visitor;
}
