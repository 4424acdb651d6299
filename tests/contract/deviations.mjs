import { show } from './reply.mjs';
import { state } from './state.mjs';

export function deviate(call, kind, item, expected, got, basis = 'spec') {
  const r = {
    n: state.deviations.length + 1,
    time: new Date().toISOString(),
    method: call.method,
    url: call.url,
    kind,
    item,
    basis,
    expected,
    got: show(got),
    account: call.user?.phone_number ?? null,
  };
  state.deviations.push(r);
  call.entry?.deviations.push(`${r.n}:${item}`);
  return r;
}
