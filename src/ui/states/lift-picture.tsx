import type { ReactNode } from 'react';

/** Frame of the pictures of empty states. */
export function PictureFrame({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 240 200" aria-hidden="true">
      <rect x="20" y="8" width="200" height="184" rx="10" fill="var(--il-bg)" />
      {children}
    </svg>
  );
}

/** A lift between floors: something did not arrive. Part of the entry chunk, because it is shown when no code can be fetched. */
export function LiftPicture() {
  return (
    <PictureFrame>
      <path d="M20 66h200M20 132h200" stroke="var(--il-line)" strokeWidth="2" />
      <text x="36" y="58" fontSize="13" fontWeight="650" fill="var(--il-ink2)" fontFamily="var(--font)">
        3
      </text>
      <text x="36" y="124" fontSize="13" fontWeight="650" fill="var(--il-ink2)" fontFamily="var(--font)">
        2
      </text>
      <text x="36" y="184" fontSize="13" fontWeight="650" fill="var(--il-ink2)" fontFamily="var(--font)">
        1
      </text>
      <rect x="84" y="8" width="76" height="184" fill="var(--il-shaft)" />
      <path d="M122 8v58" stroke="var(--il-ink)" strokeWidth="2.5" />
      <rect x="90" y="66" width="64" height="74" rx="4" fill="var(--il-pet)" />
      <rect x="96" y="72" width="25" height="62" rx="1.5" fill="var(--il-pet2)" />
      <rect x="123" y="72" width="25" height="62" rx="1.5" fill="var(--il-pet2)" />
      <path d="M109 84v20M136 84v20" stroke="var(--il-lit)" strokeWidth="7" strokeLinecap="round" />
      <path
        d="M70 92 62 84m8 18h-12m12 10-8 8M174 92l8-8m-8 18h12m-12 10 8 8"
        stroke="var(--il-brass)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M84 66h76M84 132h76" stroke="var(--il-line)" strokeWidth="2" strokeDasharray="3 5" />
    </PictureFrame>
  );
}
