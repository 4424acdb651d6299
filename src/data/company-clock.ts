import { type CompanyDay, companyDay, wireMonth } from '#resources/reading-month.ts';

/** The zone of the company: what `index.html` says, so that the server can set it; empty where a server says nothing. */
function companyZone(): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content;
  return told || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Which day it is at the company, wherever this console stands: it decides days and months (architecture.md "Time"). */
export function companyToday(): CompanyDay {
  return companyDay(new Date(), companyZone());
}

/** The present month at the company, `MMYYYY` (READ-01). */
export function presentMonth(): string {
  return wireMonth(companyToday().month);
}
