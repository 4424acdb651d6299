import type { Visitor } from './visitor.ts';

const phoneOf = (account: number) => `+790000000${String(account).padStart(2, '0')}`;

/** The digits of a demo account's phone that are typed: the last ten. */
export const digits = (account: number) => phoneOf(account).slice(2);

/** The button that asks for a code. */
export const send = ({ page }: Visitor) => page.getByRole('button', { name: 'Отправить код подтверждения' });

/** The field of the code. */
export const code = ({ page }: Visitor) => page.getByLabel('Код подтверждения');

/**
 * The part that fits of the last SMS to the phone of a demo account; a page may be shown before its message is sent.
 * @throws when nothing that fits is sent
 */
export async function lastSms(product: string, account: number, part: RegExp): Promise<string> {
  for (let turn = 0; turn < 600; turn += 1) {
    const answer = await fetch(`${product}/dev/outbox`);
    const messages = (await answer.json()) as { to: string; text: string }[];
    const found = messages.find(({ to, text }) => to === phoneOf(account) && part.test(text))?.text.match(part)?.[0];
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nothing was sent to account ${account}`);
}

/** Goes through the first step of a recovery, to the field of the code. */
export async function askForCode(visitor: Visitor, account: number): Promise<void> {
  await visitor.open('/confirmation');
  await visitor.page.getByLabel('Телефон').pressSequentially(digits(account));
  await send(visitor).click();
  await code(visitor).waitFor();
}

/** Sets a password on a page that asks for it twice, in fields of these names. */
export async function setPassword({ page }: Visitor, first: string, second: string, password: string): Promise<void> {
  await page.getByLabel(first, { exact: true }).fill(password);
  await page.getByLabel(second, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}
