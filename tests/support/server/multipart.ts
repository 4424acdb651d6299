import type { ExampleCall } from '#server/http/declaration.ts';

/** A multipart body as a browser writes it, with any file name at all. */
export function multipart(call: Pick<ExampleCall, 'files' | 'fields'>): { type: string; body: Buffer } {
  const boundary = '----upravdomTest7MA4YWxk';
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(call.fields ?? {})) {
    parts.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`));
  }
  for (const { field, name, bytes } of call.files ?? []) {
    const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${quoted}"\r\n` +
          'Content-Type: application/octet-stream\r\n\r\n',
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}
