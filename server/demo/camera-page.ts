import { sceneSource } from './pictures.ts';

/** Scenes that a camera of the demo company may show. */
export const CAMERA_SCENES = [
  'yard',
  'entrance',
  'parking',
  'playground',
  'lift',
  'mailboxes',
  'roof',
  'yard-night',
  'stairs',
  'bins',
  'boiler-room',
  'lamp',
  'repair-works',
  'winter-yard',
  'repaired-entrance',
] as const;

/** Name of such a scene. */
export type CameraScene = (typeof CAMERA_SCENES)[number];

/**
 * Headers of a camera's page: it brings its own style and picture and runs nothing, and any page may frame it, for the
 * console may be opened by another name of the machine than the one in the camera's link.
 */
export const CAMERA_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
} as const;

/** What moves before the camera: shapes in the scene's units (400 by 300) with the name of their movement. */
const MOVING: Partial<Record<CameraScene, string>> = {
  yard: walker(20, 246, '#8C4A3C', 26) + walker(380, 246, '#2F4B6E', 34, true) + cloud(),
  playground: walker(40, 249, '#B07A1B', 30) + cloud(),
  parking: car(-70, 236, '#4A6B5D', 14) + walker(390, 214, '#3E4A49', 40, true),
  'yard-night': walker(30, 252, '#0B1B1D', 36) + lights(),
  'winter-yard': snow(),
  'repair-works': walker(20, 246, '#D9622F', 44),
  entrance: walker(-40, 258, '#2F4B6E', 24, false, 2.6),
  bins: walker(420, 256, '#5A3E66', 32, true, 2.4),
  roof: bird(),
  lift: blink(318, 128, '#F4C76C'),
  'boiler-room': blink(372, 24, '#E05B3D'),
  mailboxes: blink(372, 24, '#E05B3D'),
  stairs: blink(372, 24, '#E05B3D'),
  lamp: blink(200, 90, '#FFF3C9'),
  'repaired-entrance': walker(-40, 258, '#5A3E66', 38, false, 3),
};

/**
 * Page of a camera: an animated drawing with the date and a running clock, without a script, so that it lives in the
 * strictest frame.
 * @param name what stands in the address before `.html`
 * @param timeZone zone of the clock
 * @returns null when there is no such camera
 */
export async function cameraPage(name: string, now: Date, timeZone: string): Promise<string | null> {
  const scene = CAMERA_SCENES.find((known) => known === name);
  if (!scene) return null;
  const svg = await sceneSource(scene);
  const moving = MOVING[scene] ?? '';
  const part = Object.fromEntries(
    new Intl.DateTimeFormat('ru-RU', {
      timeZone,
      hourCycle: 'h23',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const [hours, minutes, seconds] = [Number(part.hour), Number(part.minute), Number(part.second)];
  const passed = { s: seconds, m: minutes * 60 + seconds, h: hours * 3600 + minutes * 60 + seconds };
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Камера</title>
<style>${STYLE}
.s::after{animation-delay:-${passed.s}s}.m::after{animation-delay:-${passed.m}s}.h::after{animation-delay:-${passed.h}s}
</style></head><body>
${svg.replace('</svg>', `${moving}</svg>`)}
<p>${part.day}.${part.month}.${part.year}&nbsp;<b class="h"></b>:<b class="m"></b>:<b class="s"></b></p><i></i>
</body></html>
`;
}

/** Muted colours, scan lines and a vignette make a drawing look like a camera; counters driven by time make the clock. */
const STYLE = `
@property --s{syntax:'<integer>';inherits:false;initial-value:0}
@property --m{syntax:'<integer>';inherits:false;initial-value:0}
@property --h{syntax:'<integer>';inherits:false;initial-value:0}
@keyframes s{to{--s:60}}@keyframes m{to{--m:60}}@keyframes h{to{--h:24}}
html,body{margin:0;height:100%;overflow:hidden;background:#101817}
svg{position:absolute;inset:0;width:100%;height:100%;filter:saturate(.6) contrast(.96) brightness(.94)}
body::after{content:'';position:absolute;inset:0;background:radial-gradient(ellipse at center,transparent 55%,rgba(6,14,13,.42)),repeating-linear-gradient(0deg,rgba(255,255,255,.03) 0 1px,transparent 1px 3px)}
p{position:absolute;z-index:1;left:10px;bottom:8px;margin:0;color:#fff;font:500 12px/16px system-ui,sans-serif;font-variant-numeric:tabular-nums;text-shadow:0 1px 2px rgba(0,0,0,.7)}
b{font-weight:500}
.s::after{animation:s 60s steps(60) infinite;counter-reset:c var(--s);content:counter(c,decimal-leading-zero)}
.m::after{animation:m 3600s steps(60) infinite;counter-reset:c var(--m);content:counter(c,decimal-leading-zero)}
.h::after{animation:h 86400s steps(24) infinite;counter-reset:c var(--h);content:counter(c,decimal-leading-zero)}
body>i{position:absolute;z-index:1;right:12px;top:12px;width:8px;height:8px;border-radius:50%;background:#e5533d;animation:r 2s steps(2) infinite}
@keyframes r{50%{opacity:.15}}
.go{animation:go linear infinite}@keyframes go{from{transform:translateX(0)}to{transform:translateX(var(--by))}}
.fall{animation:fall linear infinite}@keyframes fall{from{transform:translateY(-310px)}to{transform:translateY(310px)}}
.lit{animation:lit 7s steps(2) infinite}@keyframes lit{50%{opacity:0}}
@media (prefers-reduced-motion:reduce){.go,.fall,.lit,body>i{animation:none}}
`;

/** A passer-by who crosses the picture in so many seconds. */
function walker(x: number, y: number, coat: string, seconds: number, back = false, scale = 1): string {
  const by = back ? -500 : 500;
  return (
    `<g class="go" style="--by:${by}px;animation-duration:${seconds}s"><g transform="translate(${x} ${y}) scale(${scale})">` +
    `<circle cy="-29" r="4.500" fill="#E3B08C"/><path d="M-4.700-29a4.700 5 0 0 1 9.400 0q-4.700-4-9.400 0z" fill="#3A2A20"/><path d="M-6-24h12l3 18H-9z" fill="${coat}"/>` +
    '<path d="M-4-6-6 6M4-6 6 6" stroke="#26302F" stroke-width="3.500"/></g></g>'
  );
}

/** A car that drives through. */
function car(x: number, y: number, paint: string, seconds: number): string {
  return (
    `<g class="go" style="--by:560px;animation-duration:${seconds}s"><g transform="translate(${x} ${y})">` +
    `<path d="M0 0c0-10 4-12 14-13l8-11h26l10 11c8 0 12 4 12 13z" fill="${paint}"/><path d="M26-21h9v8H20zM38-21h9l6 8H38z" fill="#CFE3E6"/>` +
    '<circle cx="16" r="6.500" fill="#26302F"/><circle cx="54" r="6.500" fill="#26302F"/></g></g>'
  );
}

function cloud(): string {
  return '<g class="go" style="--by:520px;animation-duration:90s"><path d="M-90 44a14 14 0 0 1 20-12 18 18 0 0 1 34 4 10 10 0 0 1 4 20h-50a10 10 0 0 1-8-12z" fill="#fff" opacity=".75"/></g>';
}

function bird(): string {
  return '<g class="go" style="--by:480px;animation-duration:12s"><path d="M-30 70q6-8 10 0q4-8 10 0" fill="none" stroke="#26302F" stroke-width="2.500"/></g>';
}

function lights(): string {
  return '<rect class="lit" x="61" y="128" width="10" height="14" fill="#F4C76C"/><rect class="lit" style="animation-delay:-3s" x="318" y="176" width="11" height="14" fill="#F4C76C"/>';
}

function blink(x: number, y: number, colour: string): string {
  return `<circle class="lit" style="animation-duration:3s" cx="${x}" cy="${y}" r="5" fill="${colour}"/>`;
}

function snow(): string {
  return Array.from({ length: 26 }, (_, flake) => {
    const x = (flake * 61) % 400;
    const seconds = 6 + (flake % 5) * 1.5;
    return `<circle class="fall" style="animation-duration:${seconds}s;animation-delay:-${(flake * 7) % 11}s" cx="${x}" cy="0" r="${1.5 + (flake % 3) * 0.7}" fill="#fff"/>`;
  }).join('');
}
