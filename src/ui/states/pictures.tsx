import type { ComponentType } from 'react';
import { PictureFrame } from './lift-picture.tsx';

/** An empty notice board: nothing written yet. */
function NoticeBoard() {
  return (
    <>
      <rect x="46" y="40" width="148" height="112" rx="7" fill="var(--il-frame)" />
      <rect x="53" y="47" width="134" height="98" rx="3" fill="var(--il-cork)" />
      <rect
        x="66"
        y="60"
        width="40"
        height="52"
        rx="2"
        fill="none"
        stroke="var(--il-line2)"
        strokeWidth="1.8"
        strokeDasharray="4 4"
      />
      <rect
        x="118"
        y="66"
        width="34"
        height="42"
        rx="2"
        fill="none"
        stroke="var(--il-line2)"
        strokeWidth="1.8"
        strokeDasharray="4 4"
      />
      <circle cx="86" cy="60" r="3.6" fill="var(--il-red)" />
      <circle cx="135" cy="66" r="3.6" fill="var(--il-brass)" />
      <circle cx="170" cy="78" r="3.6" fill="var(--il-pet)" />
      <path d="M66 152v40M174 152v40" stroke="var(--il-ink2)" strokeWidth="5" />
    </>
  );
}

/** A camera: no cameras. */
function Camera() {
  return (
    <>
      <path d="M20 54h200M20 146h200" stroke="var(--il-line)" strokeWidth="1.5" />
      <rect x="46" y="64" width="14" height="62" rx="3" fill="var(--il-ink2)" />
      <path d="M60 92h26" stroke="var(--il-ink2)" strokeWidth="8" />
      <g transform="rotate(12 130 92)">
        <rect x="82" y="66" width="98" height="48" rx="9" fill="var(--il-frame)" />
        <path d="M76 62h112v10H76z" fill="var(--il-pet)" />
        <circle cx="164" cy="93" r="13" fill="var(--il-ink)" />
        <circle cx="164" cy="93" r="6" fill="var(--il-pet2)" />
        <circle cx="98" cy="98" r="3" fill="var(--il-red)" />
      </g>
    </>
  );
}

/** Post boxes, one of them open and empty: nothing found. */
function PostBoxPicture() {
  return (
    <>
      <PostBoxGrid />
      <path d="M157 79l14 6v40l-14-4z" fill="var(--il-pet2)" />
      <rect x="20" y="176" width="200" height="3" fill="var(--il-line)" />
    </>
  );
}

/** A house number plate «404»: page not found. */
function NumberPlate() {
  return (
    <>
      <path
        d="M20 54h200M20 100h200M20 146h200M78 8v46M150 8v46M48 54v46M192 54v46M78 100v46M166 100v46M120 146v46M48 146v46M192 146v46"
        stroke="var(--il-line)"
        strokeWidth="1.5"
      />
      <g transform="rotate(5 120 100)">
        <rect x="52" y="66" width="136" height="70" rx="10" fill="var(--il-frame)" />
        <rect x="56" y="70" width="128" height="62" rx="7" fill="var(--il-pet)" />
        <rect x="60.5" y="74.5" width="119" height="53" rx="5" fill="none" stroke="var(--il-rim)" strokeWidth="1.5" />
        <text
          x="120"
          y="114"
          textAnchor="middle"
          fontSize="37"
          fontWeight="700"
          letterSpacing="2"
          fill="#fff"
          fontFamily="var(--font)"
        >
          404
        </text>
        <circle cx="66" cy="101" r="2.6" fill="var(--il-brass)" />
        <circle cx="174" cy="101" r="2.6" fill="var(--il-brass)" />
      </g>
    </>
  );
}

/** A closed entrance: no access. */
function Door() {
  return (
    <>
      <path d="M20 54h200M20 100h200M20 146h200" stroke="var(--il-line)" strokeWidth="1.5" />
      <rect x="70" y="30" width="84" height="162" rx="3" fill="var(--il-frame)" />
      <rect x="77" y="38" width="70" height="154" fill="var(--il-pet)" />
      <rect x="85" y="48" width="54" height="50" rx="2" fill="var(--il-pet2)" />
      <rect x="85" y="110" width="54" height="66" rx="2" fill="var(--il-pet2)" />
      <rect x="133" y="100" width="5" height="22" rx="2.5" fill="var(--il-brass)" />
      <path d="M58 30h108l-8-12H66z" fill="var(--il-ink)" />
      <rect x="172" y="84" width="30" height="52" rx="5" fill="var(--il-frame)" />
      <rect x="177" y="90" width="20" height="9" rx="2" fill="var(--il-ink)" />
      <circle cx="187" cy="127" r="3" fill="var(--il-red)" />
      <g fill="var(--il-ink2)">
        <rect x="178" y="104" width="5" height="5" rx="1" />
        <rect x="185" y="104" width="5" height="5" rx="1" />
        <rect x="192" y="104" width="5" height="5" rx="1" />
        <rect x="178" y="111.5" width="5" height="5" rx="1" />
        <rect x="185" y="111.5" width="5" height="5" rx="1" />
        <rect x="192" y="111.5" width="5" height="5" rx="1" />
      </g>
      <rect x="60" y="186" width="104" height="6" fill="var(--il-ink2)" />
    </>
  );
}

/** Twelve post boxes in three rows of four, all closed except the one in row 1 and column 2, counted from 0. */
function PostBoxGrid() {
  return [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column) => {
      const x = 44 + column * 39;
      const y = 32 + row * 47;
      const open = row === 1 && column === 2;
      const colour = open ? 'ink' : (row + column) % 3 === 0 ? 'pet2' : 'pet';
      return (
        <g key={`${row}-${column}`}>
          <rect x={x} y={y} width="35" height="42" rx="3" fill={`var(--il-${colour})`} />
          {open ? null : <rect x={x + 7} y={y + 8} width="21" height="3.5" rx="1.5" fill="var(--il-slot)" />}
          {open ? null : <circle cx={x + 17.5} cy={y + 29} r="2.4" fill="var(--il-brass)" />}
        </g>
      );
    }),
  );
}

const PICTURES = {
  board: NoticeBoard,
  boxes: PostBoxPicture,
  camera: Camera,
  door: Door,
  lost: NumberPlate,
} as const satisfies Record<string, ComponentType>;

/** Names of the pictures of empty states and error pages. */
export type PictureName = keyof typeof PICTURES;

/** Picture of an empty state or an error page. A separate chunk, since most pages show none. */
export default function Picture({ name }: { name: PictureName }) {
  const Drawing = PICTURES[name];
  return (
    <PictureFrame>
      <Drawing />
    </PictureFrame>
  );
}
