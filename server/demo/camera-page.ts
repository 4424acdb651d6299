import { sceneSource } from './pictures.ts';

/** Scenes available to the demo cameras. */
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

/** Name of a camera scene. */
export type CameraScene = (typeof CAMERA_SCENES)[number];

/**
 * Headers of a camera page: inline styles and pictures only, no scripts. Any page may frame it, because the console may be opened
 * under another host name than the camera's link.
 */
export const CAMERA_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
} as const;

/** Frames per second of moving parts, as of a real camera; more would overload a machine that shows nine of them. */
const FRAMES_PER_SECOND = 6;

/** Moving parts, each in its own layer above the scene, in the scene's units (400 by 300). */
const MOVING_PARTS: Partial<Record<CameraScene, string>> = {
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
 * HTML page of a camera: an animated drawing with the date and a running clock, without scripts, so that it works in the
 * strictest frame. The scene is painted once; moving parts and clock are animated by the compositor.
 * @param name scene name from the URL, without `.html`
 * @param timeZone time zone of the clock
 * @returns null for an unknown scene
 */
export async function renderCameraPage(name: string, now: Date, timeZone: string): Promise<string | null> {
  const scene = CAMERA_SCENES.find((candidate) => candidate === name);
  if (!scene) return null;
  const svg = await sceneSource(scene);
  const moving = MOVING_PARTS[scene] ?? '';
  const dateParts = Object.fromEntries(
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
  const [hours, minutes, seconds] = [Number(dateParts.hour), Number(dateParts.minute), Number(dateParts.second)];
  const elapsed = { s: seconds, m: minutes * 60 + seconds, h: hours * 3600 + minutes * 60 + seconds };
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Камера</title>
<style>${STYLE}
.s::after{animation-delay:-${elapsed.s}s}.m::after{animation-delay:-${elapsed.m}s}.h::after{animation-delay:-${elapsed.h}s}
</style></head><body>
${svg}${moving}
<p>${dateParts.day}.${dateParts.month}.${dateParts.year}&nbsp;<b class="h"></b>:<b class="m"></b>:<b class="s"></b></p><i></i>
</body></html>
`;
}

/** Numbers from 00 on, one per line: content of a strip of which the clock shows one line. */
function numberStrip(count: number): string {
  return Array.from({ length: count }, (_, at) => String(at).padStart(2, '0')).join('\\a ');
}

/**
 * Muted colours, scan lines and a vignette make the drawing look like a camera; the clock is made of number strips that move in
 * steps.
 */
const STYLE = `
html,body{margin:0;height:100%;overflow:hidden;background:#101817}
svg{position:absolute;inset:0;width:100%;height:100%}
svg:not(.layer),.layer>g{filter:saturate(.6) contrast(.96) brightness(.94)}
body::after{content:'';position:absolute;inset:0;background:radial-gradient(ellipse at center,transparent 55%,rgba(6,14,13,.42)),repeating-linear-gradient(0deg,rgba(255,255,255,.03) 0 1px,transparent 1px 3px)}
p{position:absolute;z-index:1;left:10px;bottom:8px;margin:0;color:#fff;font:500 12px/16px system-ui,sans-serif;font-variant-numeric:tabular-nums;text-shadow:0 1px 2px rgba(0,0,0,.7)}
b{display:inline-block;height:16px;overflow:hidden;vertical-align:bottom;font-weight:500}
b::after{display:block;white-space:pre;content:'${numberStrip(60)}';animation:tick 60s steps(60) infinite}
.m::after{animation-duration:3600s}
.h::after{content:'${numberStrip(24)}';animation:tick 86400s steps(24) infinite}
@keyframes tick{to{transform:translateY(-100%)}}
body>i{position:absolute;z-index:1;right:12px;top:12px;width:8px;height:8px;border-radius:50%;background:#e5533d;animation:r 2s steps(2) infinite}
@keyframes r{50%{opacity:.15}}
.go{animation:go infinite}@keyframes go{to{transform:translateX(var(--by))}}
.fall{top:-75vw;height:150vw;animation:fall infinite}@keyframes fall{to{transform:translateY(75vw)}}
.lit{animation:lit 7s steps(2) infinite}@keyframes lit{50%{opacity:0}}
@media (prefers-reduced-motion:reduce){.go,.fall,.lit,body>i{animation:none}}
`;

/** A layer that crosses the picture. @param distance distance in widths of the picture */
function crossing(distance: number, seconds: number, drawing: string): string {
  const style = `--by:${distance * 100}vw;animation-duration:${seconds}s;animation-timing-function:steps(${seconds * FRAMES_PER_SECOND})`;
  return `<svg class="layer go" style="${style}" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice"><g>${drawing}</g></svg>`;
}

/** A layer that switches on and off. */
function flashing(style: string, drawing: string): string {
  return `<svg class="layer lit" style="${style}" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice"><g>${drawing}</g></svg>`;
}

/** A pedestrian crossing the picture. */
function walker(x: number, y: number, coat: string, seconds: number, isReversed = false, scale = 1): string {
  return crossing(
    isReversed ? -1.25 : 1.25,
    seconds,
    `<g transform="translate(${x} ${y}) scale(${scale})">` +
      `<circle cy="-29" r="4.500" fill="#E3B08C"/><path d="M-4.700-29a4.700 5 0 0 1 9.400 0q-4.700-4-9.400 0z" fill="#3A2A20"/><path d="M-6-24h12l3 18H-9z" fill="${coat}"/>` +
      '<path d="M-4-6-6 6M4-6 6 6" stroke="#26302F" stroke-width="3.500"/></g>',
  );
}

/** A car crossing the picture. */
function car(x: number, y: number, paint: string, seconds: number): string {
  return crossing(
    1.4,
    seconds,
    `<g transform="translate(${x} ${y})">` +
      `<path d="M0 0c0-10 4-12 14-13l8-11h26l10 11c8 0 12 4 12 13z" fill="${paint}"/><path d="M26-21h9v8H20zM38-21h9l6 8H38z" fill="#CFE3E6"/>` +
      '<circle cx="16" r="6.500" fill="#26302F"/><circle cx="54" r="6.500" fill="#26302F"/></g>',
  );
}

function cloud(): string {
  const path = 'M-90 44a14 14 0 0 1 20-12 18 18 0 0 1 34 4 10 10 0 0 1 4 20h-50a10 10 0 0 1-8-12z';
  return crossing(1.3, 90, `<path d="${path}" fill="#fff" opacity=".75"/>`);
}

function bird(): string {
  return crossing(1.2, 12, '<path d="M-30 70q6-8 10 0q4-8 10 0" fill="none" stroke="#26302F" stroke-width="2.500"/>');
}

function lights(): string {
  return (
    flashing('', '<rect x="61" y="128" width="10" height="14" fill="#F4C76C"/>') +
    flashing('animation-delay:-3s', '<rect x="318" y="176" width="11" height="14" fill="#F4C76C"/>')
  );
}

function blink(x: number, y: number, colour: string): string {
  return flashing('animation-duration:3s', `<circle cx="${x}" cy="${y}" r="5" fill="${colour}"/>`);
}

/** Snow in three depths; each layer falls as a whole and repeats seamlessly. */
function snow(): string {
  return [6, 9, 12].map(fallingLayer).join('');
}

function fallingLayer(seconds: number, depth: number): string {
  const flakes = Array.from({ length: 9 }, (_, flake) => {
    const x = (flake * 61 + depth * 23) % 400;
    const y = (flake * 97 + depth * 41) % 300;
    const radius = 2.9 - depth * 0.7;
    return [y, y + 300].map((cy) => `<circle cx="${x}" cy="${cy}" r="${radius}" fill="#fff"/>`).join('');
  });
  const style = `animation-duration:${seconds}s;animation-timing-function:steps(${seconds * FRAMES_PER_SECOND})`;
  return `<svg class="layer fall" style="${style}" viewBox="0 0 400 600" preserveAspectRatio="xMidYMin slice"><g>${flakes.join('')}</g></svg>`;
}
