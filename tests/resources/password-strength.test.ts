import { isGoodPassword } from '#resources/rules/passwords/password.ts';
import { forbiddenWords, passwordWeakness } from '#resources/rules/passwords/strength.ts';
import { cpuTime } from '#tests/support/cpu.ts';

describe('a password with all the signs of a good one', () => {
  test.each([
    'Password1',
    'P@ssw0rd1',
    'Qwerty123!',
    '1qaz@WSX',
    'Qq123456',
    'Privet2026',
    'Natasha1985',
    'Gfhjkm123',
    'Zima2026',
    'Moskva777',
    'Solnyshko1',
    'Lubimaya1',
    'Aaaaaaa1',
    'Abcdefg1',
    // Among the 100,000 commonest of breaches, and not in the library's list.
    'Z123z123',
    '!QAZ1qaz',
    'Itachi1995',
    'SetupENU2',
    'Tk3281022',
  ])('%s is among the commonest, or made of them', (password) => {
    expect(isGoodPassword(password)).toBe(true);
    expect(passwordWeakness(password)).toBe('common');
  });

  test.each(['Demo2026!', 'Kot7Lampa3Okno', 'aB3$kLm9', 'Sovsem2Novyi!', `Aa1${'x7Kq'.repeat(31)}`])(
    '%s is taken',
    (password) => {
      expect(passwordWeakness(password)).toBeNull();
    },
  );

  const anna = {
    first_name: 'Юлия',
    last_name: 'Щербакова',
    company: 'Управляющая компания «Берёзки»',
    phone: '+7 (916) 408-22-17',
    product: 'Управдом',
  };
  test.each([
    'Yuliya!Kot74',
    'xxIulia9Kot!',
    'Shcherbakova7k',
    'Kot7Berezki!',
    'Kot7B3r3zki!',
    'Uprava1Upravdom',
    'K4082217kot!',
    // «Щербакова» on the keys of the other layout: `oth,frjdf` without the key that gives no letter.
    'Kot7Othfrjdf',
  ])('%s holds a name, the company or the phone of its person', (password) => {
    expect(passwordWeakness(password, anna)).toBe('context');
    expect(passwordWeakness(password)).not.toBe('context');
  });

  test('short names and words of every company forbid nothing', () => {
    expect(forbiddenWords({ first_name: 'Лев', company: 'ООО УК' })).toEqual([]);
    expect(forbiddenWords({ company: 'Управляющая компания' })).toEqual([]);
    expect(passwordWeakness('Slevami7Okno', { first_name: 'Лев', phone: '' })).toBeNull();
  });

  test('a long one takes no long time', async () => {
    const taken = await cpuTime(() => {
      for (const part of ['4@8(3!1|0$5+7%2/', 'qwerty', '1990', 'aA1', '123abc!'])
        passwordWeakness(part.repeat(64).slice(0, 128));
    });
    expect(taken).toBeLessThan(8_000);
  });
});
