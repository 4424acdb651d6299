import { render, screen } from '@testing-library/react';
import { ownText, plainText, readContent } from '#console/data/chat/content.ts';
import { inlinePicture, isPicture, safeFile, safeLink } from '#console/data/chat/safe-address.ts';
import { Pieces } from '#console/sections/chats/pieces.tsx';

const drawn = (wire: unknown) => render(<Pieces pieces={readContent(wire)?.pieces ?? []} />).container;

describe('what a message may hold', () => {
  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/x',
    '\u0001javascript:alert(1)',
    'blob:https://x/1',
    '',
    null,
    7,
  ])('CHAT-24: %p is no link', (address) => expect(safeLink(address)).toBeNull());

  test.each(['https://a.ru/x', 'http://a.ru', 'mailto:a@b.ru', 'tel:+79001112233'])('%s is a link', (address) =>
    expect(safeLink(address)).toBe(address),
  );

  test.each([
    '//evil.example/x',
    '/\\evil.example',
    '/v0/\nfile',
    'data:image/svg+xml,<svg/>',
    'blob:x',
    'javascript:1',
  ])('%p is no file address', (address) => expect(safeFile(address)).toBeNull());

  test('CHAT-15: pictures are jpeg, gif, png and svg, and svg only as an image', () => {
    expect(['image/jpeg', 'image/gif', 'image/png', 'image/svg+xml'].every(isPicture)).toBe(true);
    expect(['image/webp', 'image/bmp', 'image/heic', 'text/html'].some(isPicture)).toBe(false);
    expect(inlinePicture('image/svg+xml', 'PHN2Zz4=')).toBe('data:image/svg+xml;base64,PHN2Zz4=');
    expect(inlinePicture('text/html', 'PHN2Zz4=')).toBeNull();
    expect(inlinePicture('image/png', '"><script>')).toBeNull();
  });

  test('markup in a text stays text', () => {
    const box = drawn('<img src=x onerror=alert(1)> <b>жирно</b>');
    expect(box.querySelector('img, b, script')).toBeNull();
    expect(box).toHaveTextContent('<img src=x onerror=alert(1)> <b>жирно</b>');
  });

  test('a link to javascript: is its text, a good one opens apart and says nothing of us', () => {
    const link = (url: string) => ({ txt: 'сюда', fmt: [{ len: 4 }], ent: [{ tp: 'LN', data: { url } }] });
    expect(drawn(link('javascript:alert(1)')).querySelector('a')).toBeNull();
    drawn(link('https://a.ru/'));
    expect(screen.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });

  test('styles, quotes and breaks are drawn; what reaches out of the text is cut', () => {
    const box = drawn({
      txt: 'Анна текстмой ответ',
      fmt: [
        { at: 0, len: 10, tp: 'QQ' },
        { at: 4, len: 1, tp: 'BR' },
        { at: 10, len: 3, tp: 'ST' },
        { at: 14, len: 9999, tp: 'EM' },
        { at: -5, len: 2, tp: 'ST' },
        { at: 3, len: 2, tp: 'constructor' },
      ],
    });
    expect(box.querySelector('b')).toHaveTextContent('мой');
    expect(box.querySelector('em')).toHaveTextContent('ответ');
    expect(box.querySelector('br')).not.toBeNull();
  });

  test('CHAT-24: what cannot be read is told apart from what can', () => {
    for (const wire of [undefined, null, 7, [], {}, { txt: 5 }, { txt: 'a', fmt: 'x' }, { txt: 'a', ent: {} }]) {
      expect(readContent(wire)).toBeNull();
    }
    expect(readContent({ txt: 'ok' })).not.toBeNull();
  });

  test('thousands of styles within styles end', () => {
    const fmt = Array.from({ length: 20_000 }, () => ({ at: 0, len: 5, tp: 'ST' }));
    expect(plainText(readContent({ txt: 'долго', fmt })?.pieces ?? [])).toBe('долго');
  });

  test('a picture with a caption, a file without an address, a quote left out of one’s own words', () => {
    const picture = { tp: 'IM', data: { mime: 'image/png', ref: '/v0/file/s/a.png', width: -4, height: 3e12 } };
    const content = readContent({ txt: '  подпись', fmt: [{ len: 1 }, { at: 1, len: 1, tp: 'BR' }], ent: [picture] });
    expect(content?.pictures).toEqual([{ address: '/v0/file/s/a.png', name: '', width: 0, height: 1e9, size: 0 }]);
    expect(content && ownText(content)).toBe('подпись');
    const file = readContent({
      txt: '',
      fmt: [{ at: -1 }],
      ent: [{ tp: 'EX', data: { name: 'a.pdf', ref: 'javascript:1' } }],
    });
    expect(file?.files).toEqual([{ address: null, name: 'a.pdf', mime: '', size: 0 }]);
    const answer = readContent({ txt: 'Анна текстда', fmt: [{ at: 0, len: 10, tp: 'QQ' }] });
    expect(answer && ownText(answer)).toBe('да');
  });
});
