import { maskPhone, normalizePhoneText, untypedMask } from '#console/ui/inputs/phone-mask.ts';
import { formatDigits } from '#resources/language/kinds/phone-format.ts';
import { parseNationalDigits } from '#resources/rules/phone-number.ts';

/** The field after the keys were typed one by one at its end. */
function typed(keys: string, from = ''): string {
  let text = from;
  for (const key of keys) {
    const edited = text + key;
    text = maskPhone({ text: edited, caret: edited.length }, text, 'insertText').text;
  }
  return text;
}

/** The field after one press of Backspace with the caret at a place. */
function erased(text: string, caret: number) {
  const edited = text.slice(0, caret - 1) + text.slice(caret);
  return maskPhone({ text: edited, caret: caret - 1 }, text, 'deleteContentBackward');
}

const FULL = '+7 (916) 204-15-38';

describe('the phone field of the sign-in page', () => {
  test.each([
    ['', ''],
    ['9', '+7 (9'],
    ['916', '+7 (916'],
    ['9162', '+7 (916) 2'],
    ['916204', '+7 (916) 204'],
    ['9162041', '+7 (916) 204-1'],
    ['9162041538', FULL],
  ])('of %j digits is %j', (digits, text) => {
    expect(formatDigits(digits)).toBe(text);
  });

  test('AUTH-08: puts its signs in while one types, and shows the places that are left', () => {
    expect(typed('9162041538')).toBe(FULL);
    expect(typed('916')).toBe('+7 (916');
    expect(untypedMask(typed('916204'))).toBe('-__-__');
    expect(untypedMask('')).toBe('+7 (___) ___-__-__');
  });

  test.each([
    ['+79162041538', FULL],
    ['79162041538', FULL],
    ['89162041538', FULL],
    ['9162041538', FULL],
    ['8 (916) 204-15-38', FULL],
    ['+7 916 204 15 38', FULL],
    ['тел. 8.916.204.15.38', FULL],
    ['8 (342) 212-34-56', '+7 (342) 212-34-56'],
    ['73422123456', '+7 (342) 212-34-56'],
  ])('takes %s as it is pasted, and behind «+7»', (pasted, shown) => {
    const caret = pasted.length;
    expect(maskPhone({ text: pasted, caret }, '', 'insertFromPaste')).toEqual({ text: shown, caret: shown.length });
    expect(maskPhone({ text: `+7${pasted}`, caret: caret + 2 }, '+7', 'insertFromPaste').text).toBe(shown);
  });

  test.each([
    '+375291234567',
    '+44 1234 5678',
    '+1 495 123-45-67',
    '916204153888',
    '8 916 204 15 38 доб. 5',
    '8 916 204-15-38, 8 495 123-45-67',
    'позже',
  ])('%s is no Russian number and stays as it was typed or pasted', (other) => {
    expect(maskPhone({ text: other, caret: other.length }, '', 'insertFromPaste').text).toBe(other);
    expect(normalizePhoneText(other)).toBe(other);
    expect(untypedMask(other)).toBe('');
    expect(parseNationalDigits(other)).toBeNull();
  });

  test('a foreign number that is typed is not made a Russian one', () => {
    expect(typed('+375291234567')).toBe('+375291234567');
  });

  test('8 or 7 before a town is told from the town by the eleventh digit', () => {
    expect(typed('8342212345')).toBe('8342212345');
    expect(typed('83422123456')).toBe('+7 (342) 212-34-56');
    expect(typed('8 342 212-34-56')).toBe('+7 (342) 212-34-56');
    // A number of Saint Petersburg without its country, when the box is left.
    expect(normalizePhoneText(typed('8123456789'))).toBe('+7 (812) 345-67-89');
    expect(typed('+78123456789')).toBe('+7 (812) 345-67-89');
    expect(typed('+7 812 345 67 89')).toBe('+7 (812) 345-67-89');
  });

  test('ten digits that begin with the country lack one', () => {
    expect([parseNationalDigits('8916204153'), parseNationalDigits('+7 791 620-41-53')]).toEqual([null, null]);
  });

  test('a number pasted behind another one takes its place', () => {
    const edited = `${FULL}+7 (495) 123-45-67`;
    expect(maskPhone({ text: edited, caret: edited.length }, FULL, 'insertFromPaste').text).toBe('+7 (495) 123-45-67');
  });

  test.each(['89162041538', '79162041538', '+79162041538'])('takes %s typed with its country', (keys) => {
    expect(typed(keys)).toBe(FULL);
  });

  test('a national number may begin with 8: ten digits without a 9 behind it stay', () => {
    expect(parseNationalDigits('8123456789')).toBe('8123456789');
    expect(parseNationalDigits('88123456789')).toBe('8123456789');
  });

  test('a digit too many and a letter stay, and the number is none until they are taken away', () => {
    const longer = typed('5', FULL);
    expect([longer, parseNationalDigits(longer)]).toEqual([`${FULL}5`, null]);
    expect(erased(longer, longer.length).text).toBe(FULL);
    expect(typed('а', '+7 (916')).toBe('+7 (916а');
    expect(erased('+7 (916а', 8).text).toBe('+7 (916');
    // Another digit of the town comes in the place of one that was taken away.
    expect(erased('+7 (819) 123-45-67', 6).text).toBe('+7 (89) 123-45-67');
    expect(typed('', '')).toBe('');
  });

  test('the beginning of the country may stand by itself', () => {
    expect(maskPhone({ text: '+', caret: 1 }, '')).toEqual({ text: '+', caret: 1 });
    expect(maskPhone({ text: '+7', caret: 2 }, '+')).toEqual({ text: '+7', caret: 2 });
  });

  test('Backspace takes the digit before a sign of the mask', () => {
    expect(erased('+7 (916) 2', 10)).toEqual({ text: '+7 (916', caret: 7 });
    // Behind «) », the sign goes and the 6 with it.
    expect(erased(FULL, 9)).toEqual({ text: '+7 (912) 041-53-8', caret: 6 });
    expect(erased('+7 (9', 5)).toEqual({ text: '', caret: 0 });
  });

  test('Delete before a sign of the mask takes the digit behind it', () => {
    const edited = '+7 (916 204-15-38';
    expect(maskPhone({ text: edited, caret: 7 }, FULL, 'deleteContentForward').text).toBe('+7 (916) 041-53-8');
  });

  test('the caret stays behind the same digit when one is typed in the middle', () => {
    const before = '+7 (916) 204-15-3';
    const edited = '+7 (9716) 204-15-3';
    expect(maskPhone({ text: edited, caret: 6 }, before, 'insertText')).toEqual({
      text: '+7 (971) 620-41-53',
      caret: 6,
    });
  });
});
