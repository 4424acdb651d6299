import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { squarePicture } from '#console/fields/avatar/square-picture.ts';
import { openFields } from '#tests/support/console/field-form.tsx';

// jsdom reads no pictures; what the browser makes of them is looked at in the browser tests.
jest.mock('#console/fields/avatar/square-picture.ts', () => ({ squarePicture: jest.fn() }));

const field = () => screen.findByLabelText('Поле');
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
const leave = async () => fireEvent.blur(await field());

describe('text', () => {
  test('is sent trimmed', async () => {
    const { send } = await openFields({ field: { kind: 'text', label: 'Поле', min: 3, max: 40 } });
    await write('  Подвал ');
    expect(await send()).toEqual({ field: 'Подвал' });
  });

  test('says that there is too little or too much of it', async () => {
    const { refuses } = await openFields({ field: { kind: 'text', label: 'Поле', min: 3, max: 40 } });
    await write('ab');
    await refuses('слишком мало');
    await write('я'.repeat(41));
    await refuses('слишком много');
  });

  test('gets the form it is kept in when one leaves it, and is told by its own sentence that it fits no pattern', async () => {
    const { send, refuses } = await openFields({
      field: {
        kind: 'text',
        label: 'Поле',
        case: 'upper',
        spaces: 'none',
        letters: 'cyrillic',
        pattern: '[А-Я]\\d{3}[А-Я]{2}\\d{2,3}',
        mismatch: 'номер машины пишут так: А123ВС77',
      },
    });
    await write('a 12');
    await refuses('номер машины пишут так: А123ВС77');
    await write('a 123 bc 77');
    await leave();
    expect(await field()).toHaveValue('А123ВС77');
    expect(await send()).toEqual({ field: 'А123ВС77' });
  });

  test('speaks in the definition’s own words, with its help', async () => {
    const own = { tooShort: 'хоть три буквы', message: 'назовите место', help: 'Как на бирке' };
    const { refuses } = await openFields({ field: { kind: 'text', label: 'Поле', required: true, min: 3, ...own } });
    expect(await field()).toHaveAccessibleDescription('Как на бирке');
    await refuses('назовите место');
    await write('ab');
    await refuses('хоть три буквы');
  });
});

describe('long text', () => {
  const LONG = { kind: 'long-text', label: 'Поле', min: 20, max: 400 } as const;

  test('counts its characters and names its bounds', async () => {
    const { send } = await openFields({ field: LONG });
    expect(screen.getByText('0 из 400')).toBeVisible();
    expect(await field()).toHaveAttribute('placeholder', 'От 20 до 400 символов');
    await write(`${'я'.repeat(19)}\n👍  `);
    expect(screen.getByText('21 из 400')).toBeVisible();
    expect(await send()).toEqual({ field: `${'я'.repeat(19)}\n👍` });
  });

  test('takes 400 characters and not one more', async () => {
    const { refuses, send } = await openFields({ field: LONG });
    await write('я'.repeat(401));
    expect(screen.getByText('401 из 400')).toBeVisible();
    await refuses('слишком много');
    await write('я'.repeat(400));
    expect(await send()).toEqual({ field: 'я'.repeat(400) });
  });
});

describe('number', () => {
  const METER = { kind: 'number', label: 'Поле', digits: 6 } as const;

  test.each(['1a2б', '12,5', '12.5', '-7', '1234567', '1e3', '0x10', '123 м3'])(
    'READ-22: a mask takes digits only, six of them: «%s» is refused and stays',
    async (typed) => {
      const { refuses } = await openFields({ field: METER });
      await userEvent.type(await field(), typed);
      await leave();
      expect(await field()).toHaveValue(typed);
      await refuses('только цифры, не больше 6');
      expect(await field()).toHaveValue(typed);
    },
  );

  test('a mask takes blanks between thousands', async () => {
    const { send } = await openFields({ field: METER });
    await userEvent.type(await field(), '12\u00a0345');
    expect(await send()).toEqual({ field: '012345' });
  });

  test('READ-23: zeros are put in front when one leaves it', async () => {
    const { send } = await openFields({ field: METER });
    await userEvent.type(await field(), '42');
    expect(await field()).toHaveValue('42');
    await leave();
    expect(await field()).toHaveValue('000042');
    expect(await send()).toEqual({ field: '000042' });
  });

  test('READ-23: an emptied one stays empty', async () => {
    const { send } = await openFields({ field: METER }, { stored: { field: '000042' } });
    expect(await field()).toHaveValue('000042');
    await userEvent.clear(await field());
    await leave();
    expect(await field()).toHaveValue('');
    expect(await send()).toEqual({ field: null });
  });

  test.each(['1.200,50', '1.2.3', '12 м³.'])('without a mask %j is refused and stays', async (typed) => {
    const { refuses } = await openFields({ field: { kind: 'number', label: 'Поле', decimals: 2 } });
    await write(typed);
    await leave();
    await refuses('введите число');
    expect(await field()).toHaveValue(typed);
  });

  test('without a mask a decimal comma may be typed; the unit stands behind', async () => {
    const { send, refuses } = await openFields({
      field: { kind: 'number', label: 'Поле', decimals: 1, min: 0, max: 9, unit: 'м³' },
    });
    expect(screen.getByText('м³')).toBeVisible();
    await write('много');
    await refuses('введите число');
    await write('9,1');
    await refuses('от 0 до 9 м³');
    await write('-1');
    await refuses('от 0 до 9 м³');
    await write('12345678901234,56');
    await refuses('не больше 15 цифр');
    await write('1,5');
    expect(await field()).toHaveValue('1,5');
    expect(await send()).toEqual({ field: 1.5 });
  });
});

describe('money', () => {
  const SUM = { field: { kind: 'money', label: 'Поле' } } as const;

  test.each(['1 200,50', '1\u00a0200,50', '1\u202f200,5', '1200.50', '1200,5 ₽', '1200,50 руб.'])(
    '%j is an amount, shown with its kopecks',
    async (typed) => {
      const { send } = await openFields(SUM);
      await userEvent.type(await field(), typed);
      expect(await field()).toHaveValue(typed);
      await leave();
      expect(await field()).toHaveValue('1\u00a0200,50');
      expect(await send()).toEqual({ field: 120_050 });
    },
  );

  test.each(['1.200,50', '12,345', '1e3', '0x10', '12₽3', 'много', '12-3', '₽'])(
    '%j is no amount: it is refused and stays',
    async (typed) => {
      const { refuses } = await openFields(SUM, { stored: { field: 100 } });
      await userEvent.clear(await field());
      await userEvent.type(await field(), typed);
      await leave();
      await refuses('введите сумму');
      expect(await field()).toHaveValue(typed);
    },
  );

  test('one below nothing is refused as it was typed', async () => {
    const { refuses } = await openFields(SUM);
    await userEvent.type(await field(), '-7');
    await refuses('не меньше 0 ₽');
    expect(await field()).toHaveValue('-7,00');
  });
});

describe('phone', () => {
  test('is typed under its mask and sent bare', async () => {
    const { send } = await openFields({ field: { kind: 'phone', label: 'Поле', required: true } });
    await userEvent.click(await field());
    await userEvent.keyboard('9162041538');
    expect(await field()).toHaveValue('+7 (916) 204-15-38');
    expect(await send()).toEqual({ field: '+79162041538' });
  });

  test('a stored one is shown under it', async () => {
    await openFields({ field: { kind: 'phone', label: 'Поле' } }, { stored: { field: '+79162041538' } });
    expect(await field()).toHaveValue('+7 (916) 204-15-38');
  });

  test.each([
    ['+79164082217', '+7 (916) 408-22-17', '+79164082217'],
    ['89164082217', '+7 (916) 408-22-17', '+79164082217'],
    ['79164082217', '+7 (916) 408-22-17', '+79164082217'],
    ['8 (342) 212-34-56', '+7 (342) 212-34-56', '+73422123456'],
    ['8123456789', '+7 (812) 345-67-89', '+78123456789'],
  ])('%s is one number, typed or pasted', async (written, shown, sent) => {
    const { send } = await openFields({ field: { kind: 'phone', label: 'Поле' } });
    await userEvent.type(await field(), written);
    await leave();
    expect(await field()).toHaveValue(shown);
    await userEvent.clear(await field());
    await userEvent.click(await field());
    await userEvent.paste(written);
    await leave();
    expect(await field()).toHaveValue(shown);
    expect(await send()).toEqual({ field: sent });
  });

  test.each(['+375291234567', '+44 1234 5678', '8 916 408-22-17 доб. 5', '891640822175'])(
    '%s is refused and stays as it was written',
    async (written) => {
      const { refuses } = await openFields({ field: { kind: 'phone', label: 'Поле' } });
      await userEvent.type(await field(), written);
      await refuses('введите корректный номер');
      await userEvent.clear(await field());
      await userEvent.click(await field());
      await userEvent.paste(written);
      await refuses('введите корректный номер');
      expect(await field()).toHaveValue(written);
    },
  );

  test('half a number is none, and nothing is nothing', async () => {
    const { refuses } = await openFields({ field: { kind: 'phone', label: 'Поле', required: true } });
    await refuses('обязательное поле');
    await userEvent.click(await field());
    await userEvent.keyboard('91620');
    await refuses('введите корректный номер');
  });
});

describe('choice', () => {
  const OPTIONS = [
    { value: 'safe', label: 'Сейф' },
    { value: 'desk', label: 'Стол' },
  ];

  test('as a select may be taken back', async () => {
    const { send } = await openFields(
      { field: { kind: 'choice', label: 'Поле', options: OPTIONS } },
      { stored: { field: 'desk' } },
    );
    expect(await field()).toHaveDisplayValue('Стол');
    await userEvent.selectOptions(await field(), 'Не выбрано');
    expect(await send()).toEqual({ field: null });
  });

  test.each(['radio', 'chips', 'segments'] as const)('as %s is a group of radio buttons', async (look) => {
    const choice = { kind: 'choice', label: 'Поле', options: OPTIONS, as: look, required: true } as const;
    const { refuses, send } = await openFields({ field: choice });
    const group = await screen.findByRole('group', { name: 'Поле' });
    const radios = within(group).getAllByRole('radio');
    expect(radios).toHaveLength(2);
    for (const radio of radios) expect(radio).not.toBeChecked();
    expect(radios[0]?.closest('div')).toHaveClass(look);
    await refuses('обязательное поле');
    await userEvent.click(within(group).getByRole('radio', { name: 'Стол' }));
    expect(await send()).toEqual({ field: 'desk' });
  });

  test('may begin with something chosen', async () => {
    await openFields({ field: { kind: 'choice', label: 'Поле', options: OPTIONS, as: 'chips', initial: 'safe' } });
    expect(await screen.findByRole('radio', { name: 'Сейф' })).toBeChecked();
  });
});

describe('link', () => {
  test('is an http address', async () => {
    const { refuses, send } = await openFields({ field: { kind: 'link', label: 'Поле' } });
    await write('ftp://example.test/a');
    await refuses('введите корректную ссылку');
    await write(' https://example.test/a ');
    expect(await send()).toEqual({ field: 'https://example.test/a' });
  });
});

describe('checkbox', () => {
  test('sends yes or no', async () => {
    const fields = {
      field: { kind: 'checkbox', label: 'Поле' },
      other: { kind: 'checkbox', label: 'Другое' },
    } as const;
    const { send } = await openFields(fields, { stored: { field: false, other: true } });
    const box = within(await screen.findByRole('group', { name: 'Поле' })).getByRole('checkbox', { name: 'Да' });
    expect(box).not.toBeChecked();
    await userEvent.click(box);
    expect(await send()).toEqual({ field: true, other: true });
  });
});

describe('date and month', () => {
  test('show what is stored in Russian and send it as it came', async () => {
    const fields = { field: { kind: 'date', label: 'Поле' }, month: { kind: 'month', label: 'Месяц' } } as const;
    const { send } = await openFields(fields, { stored: { field: '2024-03-05', month: '032024' } });
    expect(await field()).toHaveValue('05.03.2024');
    expect(screen.getByLabelText('Месяц')).toHaveValue('март 2024');
    expect(await send()).toEqual({ field: '2024-03-05', month: '032024' });
  });

  test('a day out of bounds is refused', async () => {
    const { refuses } = await openFields(
      { field: { kind: 'date', label: 'Поле', from: '2024-03-06' } },
      { stored: { field: '2024-03-05' } },
    );
    await refuses('слишком ранняя дата');
  });
});

describe('level', () => {
  test('PERM-26: offers what the section has, in words', async () => {
    const { send, refuses } = await openFields({
      field: { kind: 'level', label: 'Поле', section: 'tasks', required: true, message: 'validation.level' },
    });
    const group = within(await screen.findByRole('group', { name: 'Поле' }));
    expect(group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Скрыть',
      'Только просмотр',
      'Создавать и редактировать',
      'Быть исполнителем',
    ]);
    await refuses('укажите уровень доступа');
    await userEvent.click(group.getByRole('radio', { name: 'Быть исполнителем' }));
    expect(await send()).toEqual({ field: 'performer' });
  });
});

describe('avatar', () => {
  const AVATAR = { field: { kind: 'avatar', label: 'Поле' } } as const;
  const choose = async (bytes: number) => {
    const file = new File(['x'], 'я.png', { type: 'image/png' });
    Object.defineProperty(file, 'size', { value: bytes });
    await userEvent.upload(await screen.findByLabelText('Выберите картинку'), file);
  };

  test('the chosen square is sent as a data URL, and may be taken away', async () => {
    jest.mocked(squarePicture).mockResolvedValue('data:image/jpeg;base64,AAAA');
    const { send } = await openFields(AVATAR);
    await choose(10);
    await userEvent.click(await screen.findByRole('button', { name: 'Убрать картинку' }));
    expect(screen.queryByRole('button', { name: 'Убрать картинку' })).toBeNull();
    await choose(10);
    await screen.findByRole('button', { name: 'Убрать картинку' });
    expect(await send()).toEqual({ field: 'data:image/jpeg;base64,AAAA' });
  });

  test('CONST-05: 7168000 bytes are taken, one more and what is no picture are refused', async () => {
    jest.mocked(squarePicture).mockResolvedValue('data:image/jpeg;base64,AAAA');
    await openFields(AVATAR);
    await choose(7_168_001);
    expect(await screen.findByText('Файл слишком большой(')).toBeVisible();
    await choose(7_168_000);
    expect(await screen.findByRole('button', { name: 'Убрать картинку' })).toBeVisible();
    jest.mocked(squarePicture).mockRejectedValue(new Error('not a picture'));
    await choose(10);
    expect(await screen.findByText('нужна картинка')).toBeVisible();
  });
});
