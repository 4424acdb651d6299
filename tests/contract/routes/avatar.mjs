import { json, multipart } from '../body-checks.mjs';
import { deviate } from '../deviations.mjs';
import { Reply } from '../reply.mjs';
import { id } from '../state.mjs';
import { route } from './route.mjs';

export function imgSize(dataUrl) {
  const m = /^data:image\/(png|jpe?g|webp);base64,(.+)$/s.exec(dataUrl);
  if (!m) return null;
  const b = Buffer.from(m[2], 'base64');
  if (m[1] === 'png') return b.length > 24 ? [b.readUInt32BE(16), b.readUInt32BE(20)] : null;
  if (m[1] === 'webp') return null;
  for (let i = 2; i + 9 < b.length; ) {
    if (b[i] !== 0xff) return null;
    const k = b[i + 1];
    if (k >= 0xc0 && k <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(k))
      return [b.readUInt16BE(i + 7), b.readUInt16BE(i + 5)];
    i += 2 + b.readUInt16BE(i + 2);
  }
  return null;
}
route('POST', '/api/crm/avatar/', { item: 'PROF-11' }, (call) => {
  if (/^multipart/.test(call.headers['content-type'] ?? '')) {
    deviate(call, 'body', 'PROF-12', 'JSON with a data URL', 'multipart', 'decision');
    multipart(call, 'PROF-11', { avatar: {} });
  } else {
    const b = json(call, 'PROF-11', {
      avatar: { check: (v) => (typeof v === 'string' && /^data:image\//.test(v) ? null : 'image data (data URL)') },
    });
    const s = imgSize(b.avatar);
    if (s && (s[0] !== 400 || s[1] !== 400)) deviate(call, 'body', 'PROF-11', '400x400', s.join('x'));
  }
  call.user.avatar = `/media/avatar/${call.user.user}-${id()}.svg`;
  return new Reply(201, { avatar: call.user.avatar });
});
route('DELETE', '/api/crm/avatar/delete_current/', { item: 'PROF-14' }, (call) => {
  json(call, 'PROF-14', {
    avatar: {
      check: (v) =>
        v === call.user.avatar ? null : { soft: `the current avatar address (${call.user.avatar})`, item: 'PROF-14' },
    },
  });
  call.user.avatar = null;
  return new Reply(204);
});
