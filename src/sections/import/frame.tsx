import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { FormPage } from '#console/shell/page.tsx';
import { LinkTabs } from '#console/ui/navigation/link-tabs.tsx';
import { residents } from '#resources/sections/residents.ts';

/** Page frame of both import screens, with a back link and the tabs «Вручную» and «Списком» (RES-22). */
export function ImportFrame({
  heading,
  footer,
  wide = false,
  children,
}: {
  heading: string;
  footer: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const translate = useTranslate();
  return (
    <FormPage
      heading={heading}
      back={{ to: residents.routes.list, label: translate('import.upload.back') }}
      tabs={<LinkTabs label={translate('import.upload.ways')} tabs={residents.ways ?? []} />}
      footer={footer}
      wide={wide}
    >
      {children}
    </FormPage>
  );
}
