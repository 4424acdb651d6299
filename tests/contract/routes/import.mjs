import { buildingOf, flatById } from '../answers.mjs';
import { multipart, normPhone } from '../body-checks.mjs';
import { Reply } from '../reply.mjs';
import { id, state } from '../state.mjs';
import { route } from './route.mjs';

route('POST', '/api/crm/import/convert_residents/', { item: 'IMPORT-04', right: ['residents', 'write'] }, (call) => {
  const m = multipart(call, 'IMPORT-04', {
    file: { file: true, check: (f) => (/\.csv$/i.test(f.filename) ? null : 'a .csv file') },
    building: { check: (x) => (buildingOf(Number(x.data.toString()))?.available ? null : 'a known building id') },
  });
  const bid = Number(m.building[0].data.toString());
  const rows = m.file[0].data
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((x) => x.trim());
  const del = rows[0]?.includes(';') ? ';' : ',';
  const cols = (rows.shift() ?? '').split(del).map((x) => x.trim());
  const need = ['unit', 'last_name', 'first_name', 'phone_number'];
  const miss = need.filter((c) => !cols.includes(c));
  if (miss.length) throw new Reply(400, { detail: `В файле нет столбцов: ${miss.join(', ')}` });
  return rows.map((line, i) => {
    const v = line.split(del).map((x) => x.trim());
    const g = (c) => v[cols.indexOf(c)] ?? '';
    const ph = g('phone_number');
    const errors = [];
    const f = state.data.flats.find((x) => x.building === bid && x.label === g('unit'));
    if (!g('unit')) errors.push('EMPTY_FIELD_UNIT');
    else if (!f) errors.push('UNAVAILABLE_UNIT');
    if (!g('first_name')) errors.push('EMPTY_FIELD_FIRST_NAME');
    if (!g('last_name')) errors.push('EMPTY_FIELD_LAST_NAME');
    if (!ph) errors.push('EMPTY_FIELD_PHONE_NUMBER');
    else if (!/^(\+7|8)\d{10}$/.test(ph)) errors.push('INCORRECT_FORMAT_PHONE');
    else if (state.data.residents.some((r) => r.phone_number === normPhone(ph))) errors.push('ALREADY_EXIST_PHONE');
    return {
      id: f?.id ?? i + 1,
      label: g('unit'),
      first_name: g('first_name'),
      last_name: g('last_name'),
      phone_number: ph,
      errors,
    };
  });
});
route('POST', '/api/crm/import/residents/', { item: 'IMPORT-12', right: ['residents', 'write'] }, (call) => {
  const m = multipart(call, 'IMPORT-12', {
    convert_residents_result: {
      check: (x) => {
        try {
          const a = JSON.parse(x.data.toString('utf8'));
          return !Array.isArray(a)
            ? 'a JSON list'
            : !a.length
              ? 'at least one correct row'
              : a.some((r) => r.errors?.length)
                ? 'correct rows only'
                : a.every((r) => ['id', 'label', 'first_name', 'last_name', 'phone_number'].every((k) => k in r))
                  ? null
                  : 'rows as converted (id, label, first_name, last_name, phone_number)';
        } catch {
          return 'JSON';
        }
      },
    },
  });
  const a = JSON.parse(m.convert_residents_result[0].data.toString('utf8'));
  for (const r of a)
    state.data.residents.push({
      id: id() + 5000,
      user: id(),
      first_name: r.first_name,
      last_name: r.last_name,
      gender: 'male',
      email: null,
      status: 'created',
      phone_number: normPhone(r.phone_number),
      units: flatById(r.id) ? [r.id] : [],
    });
  return new Reply(201, { count: a.length });
});
