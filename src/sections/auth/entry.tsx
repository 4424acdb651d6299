import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AccessPages } from './access-pages.tsx';

/** Puts the small pages where the sign-in form of `index.html` stands; the frame around it stays (`src/boot/boot.ts`). */
const place = document.createElement('div');
place.className = 'boot-form';
document.getElementById('sign-in-form')?.replaceWith(place);
createRoot(place).render(
  <StrictMode>
    <AccessPages />
  </StrictMode>,
);
