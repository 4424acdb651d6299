import fc from 'fast-check';
import { newPassword } from '#resources/protocol/access/recovery.ts';
import { isGoodPassword } from '#resources/rules/passwords/password.ts';

const says = (password: unknown) => {
  const result = newPassword.safeParse(password);
  return result.success ? null : result.error.issues.map(({ message }) => message);
};

describe('a new password', () => {
  test.each([
    ['AUTH-66: 7 characters', 'Abc1234'],
    ['AUTH-67: cyrillic', 'Пароль12'],
    ['AUTH-67: one cyrillic letter that looks latin', 'Аbcdefg1'],
    ['AUTH-67: an underscore', 'Abcdef1_'],
    ['AUTH-67: a space', 'Abcdef 1'],
    ['AUTH-67: a line break at its end', 'Abcdefg1\n'],
    ['AUTH-67: digits of another script', 'Abcdefg١'],
    ['AUTH-68: no lower-case letter', 'ABCDEFG1'],
    ['AUTH-69: no upper-case letter', 'abcdefg1'],
    ['AUTH-70: no digit', 'Abcdefgh'],
    ['129 characters', `Aa1${'x'.repeat(126)}`],
  ])('%s is refused with the one message there is', (_what, password) => {
    expect(isGoodPassword(password)).toBe(false);
    expect(says(password)).toEqual(['validation.password']);
  });

  test.each(['Abcdefg1', 'aA1!@#$%^&*', '1Aaaaaaa', `Aa1${'x'.repeat(125)}`])('CONST-06: %p is taken', (password) => {
    expect(isGoodPassword(password)).toBe(true);
    expect(says(password)).toBeNull();
  });

  test.each(['', undefined, null, 12345678])('AUTH-66: %p is «обязательное поле»', (password) => {
    expect(says(password)).toEqual(['validation.required']);
  });

  test('AUTH-66…70: taken are exactly those of the rule', () => {
    const character = fc.constantFrom(...'aZ09!@#$%^&*_ -яЁ');
    fc.assert(
      fc.property(fc.string({ unit: character, minLength: 1, maxLength: 12 }), (password) => {
        const right =
          password.length >= 8 &&
          [...password].every((one) =>
            'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%^&*'.includes(one),
          ) &&
          ['a', 'Z'].every((one) => password.includes(one)) &&
          /[09]/.test(password);
        return isGoodPassword(password) === right;
      }),
    );
  });
});
