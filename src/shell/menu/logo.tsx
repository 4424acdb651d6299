/** Logo of the product, a building with «У» in it. Decorative, since the name is next to it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <path
        d="M16 1.6 29.2 9.1c.9.5 1.3 1.2 1.3 2.2V26c0 2.5-2 4.5-4.5 4.5H6c-2.5 0-4.5-2-4.5-4.5V11.3c0-1 .4-1.7 1.3-2.2z"
        fill="var(--logo-bg)"
      />
      <path
        d="M16 3.7 28 10.5c.5.3.7.6.7 1.2V26c0 1.5-1.2 2.7-2.7 2.7H6A2.7 2.7 0 0 1 3.3 26V11.7c0-.6.2-.9.7-1.2z"
        fill="none"
        stroke="var(--logo-rim)"
        strokeWidth=".9"
      />
      <path
        d="m10.3 12.3 5.4 8.3m6-8.3-5.4 9.3c-1 1.8-2.1 2.7-4.3 2.6"
        fill="none"
        stroke="var(--logo-fg)"
        strokeWidth="2.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="8" r="1.15" fill="var(--logo-dot)" />
    </svg>
  );
}
