/** A call that the documents know. */
export interface ContractRoute {
  method: string;
  path: string;
  item: string;
}

export interface ContractServer {
  /** `http://127.0.0.1:…`, without a final slash. */
  address: string;
  /** Every answer goes through this from now on, until the data are reset. */
  vary(change: ((body: unknown) => unknown) | null): void;
  stop(): Promise<void>;
}

export const routes: readonly ContractRoute[];

/**
 * Starts the server. Its data are those of the process: one at a time.
 * @param port 0 takes a free one
 */
export function startContract(port?: number): Promise<ContractServer>;
