import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

export const CREATE = 'POST /api/crm/news/';
export const REACH = 'POST /api/crm/news/reach/';
export const TITLE = 'Горячей воды не будет';
export const TEXT = 'Бригада уже на месте, вернём к вечеру.';

export const radio = (name: string) => screen.findByRole('radio', { name });
export const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
export const submit = () => screen.getByRole('button', { name: /Заполните обязательные поля|Опубликовать объявление/ });

/** Chooses in the object selector. */
export async function chooseObject(name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Объект' }));
  await userEvent.click(await screen.findByRole('option', { name }));
}

export async function flats(...numbers: number[]): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Квартиры' }));
  for (const number of numbers) await userEvent.click(await screen.findByRole('option', { name: `кв. ${number}` }));
}

export const writeTexts = async (title = TITLE, text = TEXT) => {
  const [titleBox, textBox] = [await screen.findByLabelText('Заголовок'), screen.getByLabelText('Текст')];
  await userEvent.clear(titleBox);
  await userEvent.clear(textBox);
  if (title) await userEvent.click(titleBox).then(() => userEvent.paste(title));
  if (text) await userEvent.click(textBox).then(() => userEvent.paste(text));
};
