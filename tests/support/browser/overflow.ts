import type { Page, Route } from 'playwright-core';

/** Texts for every field of a record: longer than any form takes, one word that nothing breaks, and characters of two code units. */
export const LONG = [
  `${'Отключение горячей воды на время проверки сетей по всем подъездам и этажам дома. '.repeat(4)}`.slice(0, 300),
  'Водопроводноканализационноотопительноэлектромонтажноремонтностроительныйпереулок'.repeat(2),
  '👨‍👩‍👧‍👦🏠🔧💧 Ремонт 🚰🛠️👷‍♀️🏢🚪🪜🔥💡🔌🧯🪟🛗',
] as const;

/** Keys of the wire whose values people write. */
const WRITTEN =
  /^(title|description|name|first_name|last_name|position|street|complex|organization|company|short_name|full_name|message|text|resolution_description|guest|purpose|act|lift|remarks|subject|comment|place|email|legal_address|real_name|realName)$/;

let turn = 0;

/** The same answer with long texts. */
function lengthened(value: unknown, key = ''): unknown {
  if (typeof value === 'string' && WRITTEN.test(key) && !/^\S*[/_]\S*$/.test(value)) {
    turn += 1;
    const long = LONG[turn % LONG.length];
    // A kind of street and its name are not to be parted at the end of a line.
    return key === 'street' ? `ул. ${long}` : long;
  }
  if (Array.isArray(value)) return value.map((item) => lengthened(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, lengthened(item, name)]));
}

/** Has every answer of the server that this page gets bring long texts. */
export async function bringLongTexts(page: Page): Promise<void> {
  await page.route(/\/api\//, async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const answer = await route.fetch();
    const isJson = /json/.test(answer.headers()['content-type'] ?? '');
    if (!answer.ok() || !isJson || /permissions|definitions/.test(route.request().url()))
      return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: lengthened(await answer.json()) });
  });
}

/**
 * Writes such texts into every text field that stands there. Runs in the page. One that offers a choice gives up what
 * is no choice when it is left. @returns how many there are
 */
export function fillEveryField(texts: readonly string[]): number {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type]), input[type=text], input[type=search], input[type=url], input[type=email]',
  );
  let filled = 0;
  for (const field of fields) {
    if (field.readOnly || field.disabled || field.role === 'combobox' || !field.checkVisibility()) continue;
    // As the browser lets a person write: React hears of it, and nothing is longer than the field takes.
    const most = field.maxLength > 0 ? field.maxLength : 10_000;
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    const text = (texts[filled % texts.length] ?? '').slice(0, most);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    filled += 1;
  }
  return filled;
}

/**
 * Elements that stick out of a page sideways, and controls that are cut off by something that does not scroll. Runs in the page.
 * @returns a line for each: what it is and by how much
 */
export function sticksOut(): string[] {
  const flaws: string[] = [];
  const room = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth - room;
  if (wide > 0) flaws.push(`the page scrolls sideways by ${wide} px`);
  // An area that scrolls down must not scroll sideways as well, except tables and low strips, such as tabs.
  for (const area of document.querySelectorAll('main, main *')) {
    const { overflowY } = getComputedStyle(area);
    const more = area.scrollWidth - area.clientWidth;
    if ((overflowY !== 'auto' && overflowY !== 'scroll') || more <= 1) continue;
    if (area.clientHeight < 120 || area.querySelector('table')) continue;
    flaws.push(`${area.tagName.toLowerCase()}.${String(area.className).split(' ')[0]} scrolls sideways by ${more} px`);
  }
  const named = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `${element.tagName.toLowerCase()}.${String(element.className).split(' ')[0]} «${name.trim().slice(0, 30)}»`;
  };
  const isControl = (element: Element) => element.matches('button, a[href], input, select, textarea, [role="tab"]');
  const hasOwnText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
  for (const element of document.body.querySelectorAll('*')) {
    if (!isControl(element) && !hasOwnText(element)) continue;
    const box = element.getBoundingClientRect();
    if (
      box.width < 2 ||
      box.height < 2 ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue;
    let holder: Element | null = element.parentElement;
    let cut: string | null = box.right > room + 1 || box.left < -1 ? 'the window' : null;
    for (; holder && holder !== document.body; holder = holder.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(holder);
      if (clipPath !== 'none') {
        cut = null;
        break;
      }
      const frame = holder.getBoundingClientRect();
      const beyond = box.right > frame.right + 1 || box.left < frame.left - 1;
      if (overflowX === 'auto' || overflowX === 'scroll') {
        cut = null;
        break;
      }
      if (overflowX !== 'visible' && beyond && isControl(element)) {
        cut = named(holder);
        break;
      }
    }
    if (cut)
      flaws.push(`${named(element)} is cut by ${cut}: ${Math.round(box.left)}–${Math.round(box.right)} of ${room}`);
  }
  for (const element of document.body.querySelectorAll('td, th')) {
    const { width } = element.getBoundingClientRect();
    const row = element.parentElement?.getBoundingClientRect().width ?? 0;
    // Where the whole row is in sight the column pushes nothing off, as long as it leaves room beside it; alone it has the row,
    // and so have those that stand one below the other on a phone.
    const isAlone = element.parentElement?.children.length === 1 || getComputedStyle(element).display !== 'table-cell';
    if (!isAlone && width > Math.max(360, row <= room ? Math.max(room * 0.76, row - 128) : room * 0.64))
      flaws.push(`a column takes ${Math.round(width)} of ${room}: ${named(element)}`);
  }
  return [...new Set(flaws)].slice(0, 12);
}

/** Tables that have to be scrolled sideways to see their last columns. Runs in the page. @returns a line for each */
export function hidesColumns(): string[] {
  return [...document.querySelectorAll('main table')].flatMap((table) => {
    const { parentElement: area } = table;
    const hidden = table.scrollWidth - (area?.clientWidth ?? 0);
    return hidden > 1 ? [`${hidden} px of a table stand out of sight`] : [];
  });
}

/** Texts of a page in which a short word may be parted from what it belongs to at the end of a line (`typeset`). Runs in the page. */
export function breaksApart(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    if (!/(^|[^\p{L}.])(ул|кв|под|эт|ст)\. [\p{L}\d«]|№ \S/iu.test(text)) continue;
    if (node.parentElement?.closest('script, style, title, textarea, input')) continue;
    found.push(`«${text.trim().slice(0, 40)}» may be parted`);
  }
  return [...new Set(found)].slice(0, 12);
}

/** Boxes that iOS zooms the page in at when they are touched: their text is smaller than 16 px. Runs in the page. */
export function zoomsIn(): string[] {
  const boxes = document.querySelectorAll<HTMLElement>('input, select, textarea, [contenteditable=true]');
  return [...boxes].flatMap((box) => {
    const isTyped = !(box instanceof HTMLInputElement) || !/^(checkbox|radio|file|range|hidden)$/.test(box.type);
    const size = Number.parseFloat(getComputedStyle(box).fontSize);
    return isTyped && box.checkVisibility() && size < 16
      ? [`has a box of ${size} px: ${box.getAttribute('aria-label') ?? box.id}`]
      : [];
  });
}
