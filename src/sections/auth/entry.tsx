import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AccessPages } from './access-pages.tsx';

/** Replaces the sign-in form of `index.html` by the access pages; the frame around it stays (`src/boot/boot.ts`). */
const container = document.createElement('div');
container.className = 'boot-form';
document.getElementById('sign-in-form')?.replaceWith(container);
createRoot(container).render(
  <StrictMode>
    <AccessPages />
  </StrictMode>,
);
