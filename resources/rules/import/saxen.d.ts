/** Types of the parts of the XML parser that are used for workbooks; the package has none. */
declare module 'saxen' {
  type Decode = (text: string) => string;
  export class Parser {
    on(event: 'openTag', hook: (name: string, attributes: () => Record<string, string>, decode: Decode) => void): this;
    on(event: 'closeTag', hook: (name: string) => void): this;
    on(event: 'text', hook: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', hook: (text: string) => void): this;
    on(event: 'error', hook: (error: Error) => void): this;
    write(chunk: string): this;
    end(): unknown;
  }
}
