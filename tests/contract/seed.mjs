/** Data of the contract server, made from the two documents alone. */
export const SECTIONS = ['news', 'tasks', 'chats', 'residents', 'readings', 'cameras', 'employees', 'buildings'];
const sec = (v, over = {}) => ({ ...Object.fromEntries(SECTIONS.map((s) => [s, v])), ...over });
const pad = (n, k = 2) => String(n).padStart(k, '0');
// Django with TIME_ZONE=Europe/Moscow writes local time with an offset
export const iso = (ms) => new Date(ms + 3 * 3600e3).toISOString().replace('Z', '+03:00');

const M = ['Александр', 'Дмитрий', 'Максим', 'Сергей', 'Андрей', 'Алексей', 'Илья', 'Кирилл', 'Михаил', 'Никита'];
const F = ['Анна', 'Мария', 'Елена', 'Ольга', 'Наталья', 'Ирина', 'Светлана', 'Татьяна', 'Юлия', 'Дарья'];
const L = [
  'Иванов',
  'Петров',
  'Смирнов',
  'Кузнецов',
  'Попов',
  'Васильев',
  'Соколов',
  'Морозов',
  'Волков',
  'Лебедев',
  'Козлов',
  'Новиков',
  'Фёдоров',
];
const person = (i) => {
  const male = i % 2 === 0;
  return {
    first_name: (male ? M : F)[(i * 7) % 10],
    last_name: L[(i * 5) % 13] + (male ? '' : 'а'),
    gender: male ? 'male' : 'female',
  };
};

const day = 864e5;

function seedBuildings(d) {
  d.complexes = [
    { id: 1, name: 'ЖК «Северный парк»' },
    { id: 2, name: 'ЖК «Речной»' },
    { id: 3, name: 'ЖК «Заря»' },
  ];
  const B = [
    [11, 0, 'ул. Лесная', '12', 'tenement', true],
    [12, 0, 'ул. Лесная', '14к1', 'tenement', true],
    [13, 1, 'Набережная ул.', '3', 'tenement', true],
    [14, 1, 'Набережная ул.', '5', 'tenement', false],
    [15, 2, 'пр-т Победы', '101', 'townhouse', true],
    [16, null, 'Садовый пер.', '7', 'office', false],
  ];
  const today = new Date().getDate();
  const closed = today <= 14 ? [15, 20] : [1, 5];
  const windows = [[1, 28], [1, 28], closed, [1, 28], [null, null], [15, 28]];
  const rtypes = [
    ['water_cold', 'water_hot', 'elec_day', 'elec_night', 'gas', 'heating'],
    ['water_hot_and_cold', 'elec_common'],
    ['water_cold', 'elec_day_and_night'],
    ['water_common', 'gas'],
    [],
    ['heating'],
  ];
  d.porches = [];
  d.floors = [];
  d.pipes = [];
  d.flats = [];
  d.buildings = B.map(([id, c, street, number, building_type, all], bi) => {
    const b = {
      id,
      street,
      number,
      complex: c === null ? null : d.complexes[c],
      building_type,
      is_all_porches: all,
      tenant: { id: 1, label: 'УК «Комфорт»' },
      subsidiary: { id: bi < 4 ? 1 : 2, label: bi < 4 ? 'УК «Комфорт»' : 'УК «Комфорт-Юг»' },
      submit_start_day: windows[bi][0],
      submit_end_day: windows[bi][1],
      reading_types: rtypes[bi],
      available: true,
    };
    let label = 1;
    for (let p = 1; p <= 2; p++) {
      const porch = { id: id * 10 + p, number: p, building: id };
      d.porches.push(porch);
      const fl = [1, 2, 3, 4].map((n) => {
        const f = { id: id * 1000 + p * 100 + n, number: n, porch: porch.id, building: id };
        d.floors.push(f);
        return f;
      });
      const pp = [1, 2].map((n) => {
        const x = { id: id * 2000 + p * 10 + n, name: `Стояк ${(p - 1) * 2 + n}`, porch: porch.id, building: id };
        d.pipes.push(x);
        return x;
      });
      const cnt = p === 1 ? 13 : 12;
      for (let k = 0; k < cnt; k++) {
        d.flats.push({
          id: 7000 + d.flats.length + 1,
          label: String(label++),
          building: id,
          porch: porch.id,
          floor: fl[Math.min(3, Math.floor(k / 3.25))].id,
          pipe: pp[k % 2].id,
        });
      }
    }
    return b;
  });
  // entrances the accounts may use
  d.availablePorches = new Set(
    d.porches
      .filter((p) => d.buildings.find((b) => b.id === p.building).is_all_porches || p.number === 1)
      .map((p) => p.id),
  );
  // two buildings of the company that are not available to these accounts (settings list only)
  for (const [id, street, number, t] of [
    [91, 'ул. Чужая', '1', 'mall'],
    [92, 'ул. Чужая', '2', 'parking'],
  ]) {
    d.buildings.push({
      id,
      street,
      number,
      complex: null,
      building_type: t,
      is_all_porches: false,
      tenant: { id: 1, label: 'УК «Комфорт»' },
      subsidiary: { id: 2, label: 'УК «Комфорт-Юг»' },
      submit_start_day: null,
      submit_end_day: null,
      reading_types: [],
      available: false,
    });
  }
  d.companies = [
    { id: 1, label: 'УК «Комфорт»', is_tenant: true },
    { id: 2, label: 'УК «Комфорт-Юг»', is_tenant: false },
  ];
  d.services = ['Сантехника', 'Электрика', 'Уборка', 'Лифт', 'Домофон'].map((name, i) => ({
    id: 31 + i,
    name,
    icon: `/media/icon/service-${i + 1}.svg`,
  }));
}

function seedEmployees(d, now) {
  // employees; the first six are accounts
  const acc = [
    ['admin', 'Admin123', sec('write', { chats: 'read' })],
    ['employee', 'Reader123', sec('read')],
    ['employee', 'Denied123', sec('denied')],
    ['employee', 'Perform123', sec('read', { tasks: 'performer' })],
    ['superuser', 'Super123', sec('write', { tasks: 'performer', chats: 'read' })],
  ];
  d.employees = [];
  d.accounts = [];
  for (let i = 0; i < 14; i++) {
    const p = person(i + 3);
    const role = acc[i];
    const st = i < 5 ? 'active' : i === 5 ? 'created' : i === 12 ? 'suspended' : i === 13 ? 'created' : 'active';
    const e = {
      user: 101 + i,
      ...p,
      position: ['Управляющий', 'Инженер', 'Консьерж', 'Диспетчер', 'Мастер'][i % 5],
      company: i % 3 ? 1 : 2,
      phone_number: `+7999000${pad(i + 1, 4)}`,
      email: `sotrudnik${i + 1}@uk.example`,
      status: st,
      avatar: i % 2 ? null : `/media/avatar/e${i}.svg`,
      user_chat_id: `usrStaff${101 + i}`,
      date: iso(now - (400 + i) * 864e5),
      role: role ? role[0] : 'employee',
      password: role ? role[1] : null,
      sections: role
        ? role[2]
        : sec('read', { tasks: i % 2 ? 'performer' : 'write', cameras: i % 3 ? 'denied' : 'read' }),
      porches: d.porches
        .filter((x) => (i < 5 ? d.availablePorches.has(x.id) : (x.building + i) % 3 === 0 || x.id === 111))
        .map((x) => x.id),
      services: i % 2 ? [31, 32] : [],
    };
    d.employees.push(e);
  }
  d.resident_account = { phone_number: '+79995550000', password: 'Resident123', role: 'resident' };
  d.tokens = {
    'tok-admin': 101,
    'tok-reader': 102,
    'tok-denied': 103,
    'tok-performer': 104,
    'tok-super': 105,
    'activate-106': 106,
    'activate-114': 114,
  };
}

function seedResidents(d) {
  d.residents = [];
  for (let i = 0; i < 80; i++) {
    const p = person(i + 11);
    const st = ['active', 'created', 'suspended'][i % 9 === 8 ? 2 : i % 4 === 3 ? 1 : 0];
    const units = [d.flats[(i * 13) % 150].id];
    if (i % 20 === 0) units.push(d.flats[(i * 13 + 40) % 150].id);
    // the id of the search row differs from user: the console must use user (RES-20)
    d.residents.push({
      id: 5001 + i,
      user: 301 + i,
      ...p,
      phone_number: `+7916${pad(1000000 + i * 137, 7)}`,
      email: i % 3 ? null : `zhitel${i}@mail.example`,
      status: st,
      units,
    });
  }
}

function seedAnnouncements(d, now) {
  const img = (id, _i) => ({
    id,
    name: `фото-${id}.jpg`,
    medium: { file: `/media/img/${id}-m.svg` },
    large: { file: `/media/img/${id}-l.svg` },
  });
  const fileNames = ['Отчёт.pdf', 'Договор.docx', 'Смета.xls', 'Архив.zip', 'План.pptx', 'Прочти.txt'];
  d.attachments = new Map();
  let att = 8000;
  const NT = ['info', 'accident', 'alert', 'report', 'adv', 'advert', 'warn'];
  const TT = {
    info: 'Плановая мойка фасада',
    accident: 'Авария на водопроводе',
    alert: 'Важно: отключение лифта',
    report: 'Отчёт за прошлый месяц',
    adv: 'Скидки соседям на ремонт',
    advert: 'Открытие кафе во дворе',
    warn: 'Осторожно: гололёд у входа',
  };
  d.news = [];
  for (let i = 0; i < 45; i++) {
    const type = NT[i % 7];
    const imgs = [0, 1, 2, 3, 4, 6][i % 6];
    const n = {
      id: 501 + i,
      title: `${TT[type]} № ${i + 1}`,
      description: `Уважаемые жители! ${TT[type]}. Подробности уточняйте у диспетчера по телефону управляющей компании.`,
      type,
      author: 101 + (i % 5),
      date_edit: iso(now - (i < 3 ? (i + 1) * 25 * 60e3 : i < 40 ? i * 20 * 3600e3 : (380 + i) * 864e5)),
      target:
        i % 5 === 0
          ? { for_all_objects: true }
          : i % 5 === 1
            ? { porches: [111] }
            : i % 5 === 2
              ? { units: d.flats.slice(0, 3).map((x) => x.id) }
              : { buildings: [11 + (i % 3)] },
      buildings: i % 5 === 0 ? [11, 12, 13, 14, 15, 16] : i % 5 < 3 ? [11] : [11 + (i % 3)],
      image_attachments: Array.from({ length: imgs }, (_, k) => img(++att, k)),
      file_attachments: [],
    };
    if (i % 4 === 1) {
      const nm = fileNames[i % 6];
      ++att;
      n.file_attachments.push({ id: att, name: nm, s3_file: { file: `/media/file/${att}/${encodeURIComponent(nm)}` } });
    }
    for (const a of n.image_attachments) d.attachments.set(a.id, { image: a });
    for (const a of n.file_attachments) d.attachments.set(a.id, { file: a });
    d.news.push(n);
  }
  d.attSeq = 9000;

  d.booklets = ['Правила дома', 'Безопасность', 'Город', 'Совет дома'].map((title, i) => ({
    id: 61 + i,
    title,
    duration: i === 1 ? 4000 : null,
    buildings: [11, 12, 13, 14, 15, 16],
    cover: { medium: { file: `/media/story/${61 + i}-m.svg` }, large: { file: `/media/story/${61 + i}-l.svg` } },
    frames: Array.from({ length: 3 + (i % 2) }, (_, k) => ({
      id: (61 + i) * 10 + k,
      title: `${title}: кадр ${k + 1}`,
      description: 'Коротко о важном для жителей.',
      duration: i === 1 && k === 1 ? 4000 : null,
      background_content: {
        type: i === 2 && k === 2 ? 'video' : 'image',
        large: { file: i === 2 && k === 2 ? '/media/video/none.mp4' : `/media/story/${61 + i}-${k}.svg` },
      },
    })),
  }));
}

function seedRequests(d, now) {
  // tasks: 120; enough of today's ones to page the first two columns
  d.tasks = [];
  const age = (i, today_, week) =>
    i < today_ ? i * 5e3 + 1e3 : i < today_ + week ? (2 + (i % 4)) * day : (12 + (i % 10)) * day;
  const plan = [
    ['created', 50, 45, 3],
    ['in_progress', 40, 35, 3],
    ['done', 30, 12, 10],
  ];
  for (const [stage, n, t, w] of plan) {
    for (let i = 0; i < n; i++) {
      const b = d.buildings[i % 6];
      const srv = d.services[i % 5];
      const kind = i % 3;
      const po = d.porches.find((x) => x.building === b.id && x.number === 1);
      d.tasks.push({
        id: 2001 + d.tasks.length,
        stage,
        order: i + 1,
        resolution: stage === 'done' ? (i % 3 ? 'resolved' : 'canceled') : null,
        resolution_description: stage === 'done' && i % 3 === 0 ? 'Заявка подана по ошибке' : null,
        performer: stage === 'in_progress' || (stage === 'done' && i % 3) ? 101 + ((i * 3) % 12) : null,
        service: srv.id,
        information: {
          description:
            i % 7 === 0
              ? `Течёт кран на кухне, вода попадает на пол и уже подмокает стена у соседей снизу; прошу прислать мастера как можно скорее. № ${i + 1}`
              : `Заявка № ${i + 1}: ${srv.name.toLowerCase()}`,
        },
        creator: i % 2 ? { resident: 301 + (i % 80) } : { employee: 101 + (i % 14) },
        creation_date: now - age(i, t, w),
        target_type: ['building', 'porches', 'floors'][kind],
        building: b.id,
        porches: kind === 1 ? [po.id] : [],
        floors: kind === 2 ? [d.floors.find((f) => f.porch === po.id).id] : [],
        task_name: `${srv.name} № ${2001 + d.tasks.length}`,
        attachments: [],
        extraHistory: [],
      });
    }
  }
}

function seedReadings(d, now) {
  // meters for three months: key `${flat}:${MMYYYY}` -> passes (newest last)
  d.meters = new Map();
  let pass = 1;
  const base = new Date();
  for (let m = 2; m >= 0; m--) {
    const dt = new Date(base.getFullYear(), base.getMonth() - m, 1);
    const key = `${pad(dt.getMonth() + 1)}${dt.getFullYear()}`;
    d.flats.forEach((f, i) => {
      if (m === 0 && i % 3 === 0) return; // not yet submitted this month
      if (i % 17 === 16) return; // never submitted
      const types = meterTypes(d.buildings.find((b) => b.id === f.building).reading_types);
      const meters = Object.fromEntries(types.map((t, k) => [t, pad(100 + i * 7 + (2 - m) * 13 + k, 6)]));
      const s = i % 3;
      const r = d.residents[i % 80];
      const e = d.employees[i % 14];
      const sender =
        s === 0
          ? { id: null, first_name: '', last_name: '', type: 'meter' }
          : s === 1
            ? { id: r.user, first_name: r.first_name, last_name: r.last_name, type: 'resident' }
            : { id: e.user, first_name: e.first_name, last_name: e.last_name, type: 'employee' };
      const when = Math.min(now - 60e3, dt.getTime() + (1 + (i % 20)) * day);
      d.meters.set(`${f.id}:${key}`, [{ id: pass++, date: iso(when), sender, meters }]);
    });
  }
  d.passSeq = pass;
}

/** The data that the server begins with; each reset makes them anew. */
export function seed() {
  const now = Date.now();
  const d = { now };
  seedBuildings(d);
  seedEmployees(d, now);
  seedResidents(d);
  seedAnnouncements(d, now);
  seedRequests(d, now);
  d.cameras = Array.from({ length: 8 }, (_, i) => ({
    id: 41 + i,
    name: `${['Двор', 'Въезд', 'Паркинг', 'Подъезд 1', 'Подъезд 2', 'Площадка', 'Лифт', 'Холл'][i]} ${i + 1}`,
    link: `/__test/stream/${41 + i}`,
    buildings: [[11], [11, 12], [13, 14], [14], [15], [16], [12], [11, 13, 16]][i],
  }));
  seedReadings(d, now);
  d.company = {
    id: 1,
    name_full: 'Общество с ограниченной ответственностью «Управляющая компания «Комфорт»',
    name_short: 'ООО «УК «Комфорт»',
    avatar: '/media/avatar/company.svg',
    phones: [
      { group: 'Диспетчерская', number: '+74951112233' },
      { group: 'Бухгалтерия', number: '+74951112244' },
    ],
    license_on: '2015-04-20',
  };

  const CT = {
    complaint: 'Шум после 23 часов',
    appreciation: 'Спасибо за чистый подъезд',
    suggestion: 'Поставьте велопарковку',
  };
  d.complaints = Array.from({ length: 18 }, (_, i) => {
    const type = Object.keys(CT)[i % 3];
    const r = d.residents[i];
    return {
      id: 901 + i,
      type,
      description: `${CT[type]} (${i + 1})`,
      creation_date: iso(now - i * 5 * 3600e3 - 60e3),
      creator: { first_name: r.first_name, last_name: r.last_name, avatar: null },
      building: 11 + (i % 6),
      is_read: i % 2 === 1,
    };
  });
  return d;
}

export function meterTypes(reading_types) {
  const out = [];
  const add = (...types) => out.push(...types.filter((one) => !out.includes(one)));
  for (const t of reading_types) {
    if (t === 'water_hot_and_cold' || t === 'water_common') add('water_cold', 'water_hot');
    else if (t === 'elec_common') add('elec_day');
    else if (t === 'elec_day_and_night') add('elec_day', 'elec_night');
    else add(t);
  }
  return out;
}
