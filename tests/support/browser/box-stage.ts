import { COMPLAINT_HEAD, COMPLAINT_TOPIC } from '#resources/protocol/chat/chat.ts';
import { basicSecret, greeted } from '#tests/support/server/chat.ts';
import { lastSms } from './codes.ts';
import { raiseStage } from './stage.ts';
import type { WalkNames, WalkStage } from './walk-stage.ts';

/** Names from the demo company that the journeys use. */
const NAMES: WalkNames = {
  accounts: { chief: 1, reader: 6, denied: 10, own: 4 },
  chief: { phone: '9000000001', password: 'Demo2026!' },
  forgetful: '9000000003',
  ownPhone: '9000000004',
  targets: [
    [/Горячей воды не будет/, /подъезды\s1\sи\s2/],
    [/Двор на Лесной готов к зиме/, /^Всем объектам/],
  ],
  building: 1,
  porches: [6],
  floor: 7,
  search: 'Ktcyfz 12',
  service: 1,
  camera: 'Вход в подъезд 1',
  meters: ['Холодная вода', 'Горячая вода', 'Электричество (день)', 'Электричество (ночь)', 'Отопление'],
  otherMeters: ['heating'],
  flat: ['1', 1],
  staff: 19,
  lastName: 'Ким',
  complaints: {
    preview: /^Вторую неделю|^Не горит свет/,
    complaint: /^На парковке у въезда/,
    appreciation: /^Спасибо дворнику Рустаму/,
  },
  records: { news: 36, resident: 22, employee: 3 },
};
const DAY = 86_400;

/** The part of a page of readings that is checked. */
interface MetersPage {
  results: { unit: { label: string }; month_result: object | null; passes: { meters: Record<string, string> }[] }[];
}

/** Registers a stage on the backend in the box for the journeys that are walked on the contract server too. */
export function raiseBoxStage(): WalkStage {
  const stage = raiseStage({ readings: true, motion: true });
  const ask = async (path: string) => {
    const headers = { authorization: `Token ${await stage.token(NAMES.accounts.chief)}` };
    return (await fetch(`${stage.product.address}/api/crm/${path}`, { headers })).json();
  };
  const own: Omit<WalkStage, keyof typeof stage> = {
    names: NAMES,
    hasAdditions: true,
    faults: async () => [],
    codeFor: (phone) => lastSms(stage.product.address, Number(phone.slice(-2)), /\d{6}/),
    invitation: async () => {
      const { pathname, search } = new URL(await lastSms(stage.product.address, 9, /https?:\S+/));
      return `${pathname}${search}`;
    },
    requests: async () => {
      const buildings = ((await ask('buildings/')) as { id: number }[]).map(({ id }) => id).join(',');
      const since = Math.floor(Date.now() / 1000) - 30 * DAY;
      const columns = ['created', 'in_progress', 'done'].map(async (of) => {
        return (await ask(`tasks/?buildings_id=${buildings}&stage=${of}&count=100&date=${since}`)) as { id: number }[];
      });
      return (await Promise.all(columns)).flat().map(({ id }) => id);
    },
    lastReadings: async () => {
      const [label] = NAMES.flat;
      const { results } = (await ask(`meters/?buildings_id=${NAMES.building}&page_size=100`)) as MetersPage;
      const flat = results.find(({ unit }) => unit.label === label);
      const [last, beforeIt] = flat?.passes ?? [];
      return { last: { ...last?.meters }, before: { ...(flat?.month_result ? beforeIt : last)?.meters } };
    },
    complain: async (text) => {
      const chat = await greeted(new URL(stage.product.address).host);
      await chat.ask('login', { scheme: 'basic', secret: basicSecret('+79000000008', NAMES.chief.password) });
      await chat.ask('pub', { topic: COMPLAINT_TOPIC, head: { [COMPLAINT_HEAD.type]: 'complaint' }, content: text });
      chat.close();
    },
    standOnDay: async () => undefined,
  };
  return Object.assign(stage, own);
}
