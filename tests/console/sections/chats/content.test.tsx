import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contentText, ownText, readContent } from '#console/data/chat/content.ts';
import { inlinePicture, isPicture, safeFile, safeLink } from '#console/data/chat/safe-address.ts';
import { MessageText } from '#console/sections/chats/bubble.tsx';
import { chatOf } from '#tests/support/console/chat-server.ts';
import { chatAnswers, chatLog, openChats } from '#tests/support/console/chat-stage.tsx';

const drawn = (wire: unknown) => render(<MessageText pieces={readContent(wire)?.pieces ?? []} />).container;

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
    expect(contentText(readContent({ txt: 'долго', fmt })?.pieces ?? [])).toBe('долго');
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

const repeat = <Item,>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const thing = (tp: string, data: object, txt = 'сюда') => ({ txt, fmt: [{ len: txt.length }], ent: [{ tp, data }] });
const encoded = (text: string) => btoa(text);
const LETTERS = 'а'.repeat(1_000);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const BOMB = `<!DOCTYPE x [<!ENTITY a "a"><!ENTITY b "${'&a;'.repeat(9)}">]>`;

/** Pieces of a message that somebody means ill with, each by what it is. */
const HOSTILE = {
  'a link to javascript:': thing('LN', { url: 'javascript:alert(1)' }),
  'a link to data:': thing('LN', { url: 'data:text/html,<script>alert(1)</script>' }),
  'a picture at javascript:': thing('IM', { mime: 'image/png', ref: 'javascript:alert(1)' }),
  'a picture at data: of a page': thing('IM', { mime: 'text/html', val: encoded('<script>alert(1)</script>') }),
  'an SVG that runs': thing('IM', { mime: 'image/svg+xml', val: encoded(SVG) }),
  'a page as a file': thing('EX', { mime: 'text/html', name: '<b>x.html', val: encoded('<script>alert(1)</script>') }),
  'a file at data:': thing('EX', { mime: 'text/html', ref: 'data:text/html,<script>alert(1)</script>' }),
  'a file elsewhere': thing('EX', { mime: 'text/html', name: 'x', ref: 'https://evil.example/x' }),
  'a recording at vbscript:': thing('AU', { mime: 'audio/aac', ref: 'vbscript:x' }),
  'a form, a button, a call': { ...thing('BN', { act: 'url', ref: 'javascript:1' }), fmt: [{ tp: 'FM', len: 4 }, {}] },
  '100,000 styles': { txt: LETTERS, fmt: repeat(100_000, { at: 1, len: 2, tp: 'ST' }) },
  '100,000 pictures': {
    txt: ' ',
    fmt: Array.from({ length: 100_000 }, (_, key) => ({ len: 1, key })),
    ent: repeat(100_000, { tp: 'IM', data: { mime: 'image/png', ref: '/v0/file/s/a.png' } }),
  },
  'styles within styles': { txt: LETTERS, fmt: Array.from({ length: 499 }, (_, at) => ({ at, len: 1_000, tp: 'ST' })) },
  'styles over each other': { txt: LETTERS, fmt: Array.from({ length: 499 }, (_, at) => ({ at, len: 9, tp: 'EM' })) },
  'ranges out of everything': {
    txt: LETTERS,
    fmt: [-1e9, 1e9, -1e300, 1e300, 0.5, Number.NaN, '1', null].flatMap((at) =>
      [-5, 1e300, 1e9, '2'].map((len) => ({ at, len, key: at, tp: 'QQ' })),
    ),
  },
  'markup and entities': `${BOMB}${'&b;&lt;img src=x onerror=alert(1)&gt;<img src=x onerror=alert(1)>'.repeat(2_000)}`,
  '100,000 links': 'http://a.ru/ '.repeat(100_000),
  'one letter of 100,000 signs': { txt: `а${'\u0301'.repeat(100_000)}`, fmt: [{ len: 1, tp: 'ST' }] },
} as const;

describe('what is meant ill, on the page', () => {
  const kinds = Object.entries(HOSTILE);
  const world = chatOf(Object.fromEntries(kinds.map(([, content], at) => [60 - at, content])), {
    more: [
      {
        topic: 'usrEvilEvilEvi',
        seq: 1,
        public: { fn: `<img src=x onerror=alert(1)>${'я'.repeat(9_000)}`, photo: { ref: 'javascript:1', type: 'svg' } },
      },
    ],
  });
  /** Whatever in the messages a page could run or fetch: their elements, attributes and addresses. */
  const live = (box: HTMLElement) =>
    [...box.querySelectorAll('[data-seq] *')].flatMap((element) => {
      const wrong = element.matches('script, iframe, object, embed, form, style, link, meta, base, video, audio');
      const names = element.getAttributeNames().filter((name) => /^(on|srcdoc|style|formaction|xlink)/.test(name));
      const href = element.getAttribute('href') ?? '';
      const src = element.getAttribute('src') ?? '';
      const leads =
        /^($|http:\/\/a\.ru\/|https:\/\/evil\.example\/x$|\/tasks|data:application\/octet-stream;base64,)/.test(href);
      const shows = /^($|\/v0\/file\/s\/a\.png\?|data:image\/svg\+xml;base64,)/.test(src);
      const drawn = element instanceof SVGElement && !element.closest('svg.MuiSvgIcon-root');
      return wrong || names.length || !leads || !shows || drawn ? [element.outerHTML.slice(0, 120)] : [];
    });
  /** Elements of one message, its own menu and time too. */
  const MOST = 4_000;

  test('CHAT-24: javascript:, pages, SVG, huge things and ranges out of everything are inert and of bounded size', async () => {
    chatAnswers();
    await openChats(world);
    const log = await chatLog();
    await within(log).findByText(/<!DOCTYPE x/);
    expect(live(log)).toEqual([]);
    const sizes = kinds.map(([kind], at) => {
      const bubble = log.querySelector(`[data-seq="${60 - at}"]`);
      return [kind, bubble !== null, (bubble?.querySelectorAll('*').length ?? 0) < MOST];
    });
    expect(sizes).toEqual(kinds.map(([kind]) => [kind, true, true]));
    // A file of a page is only ever saved, and one elsewhere learns nothing of us.
    const saved = log.querySelector<HTMLAnchorElement>('a[href^="data:"]');
    expect([saved?.download, saved?.textContent]).toEqual(['<b>x.html', expect.stringContaining('<b>x.html')]);
    expect(log.querySelector('a[href^="https://evil"]')).toHaveAttribute('href', 'https://evil.example/x');
    // Pictures are images and nothing else, whatever they hold.
    for (const picture of log.querySelectorAll('[src^="data:"]')) expect(picture.tagName).toBe('IMG');
  });

  test('CHAT-04: a name is a name, and a photo at javascript: none', async () => {
    chatAnswers();
    await openChats(world, '/chats');
    const list = await screen.findByRole('complementary', { name: 'Собеседники' });
    const row = await within(list).findByRole('button', { name: /<img src=x onerror=alert\(1\)>яяя/ });
    expect(row.querySelector('img')).toBeNull();
    await userEvent.click(row);
    expect(await screen.findByRole('heading', { name: /^<img src=x/ })).toBeInTheDocument();
  });
});
