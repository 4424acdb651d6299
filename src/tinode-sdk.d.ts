/**
 * Types for the parts of `tinode-sdk` 0.25 that we use; the package has none (chat-protocol.md A16). Written from its source and
 * checked by calls.
 */
declare module 'tinode-sdk' {
  /** An answer to a packet. */
  export interface ServerCtrl {
    id?: string;
    topic?: string;
    code: number;
    text: string;
    ts: Date;
    params?: Record<string, unknown>;
  }
  /** A message as the SDK keeps it. */
  export interface ChatMessage {
    topic?: string;
    from: string;
    ts: Date;
    seq: number;
    head?: Record<string, unknown>;
    content: unknown;
    /** Of a deleted range: its first number, and the first number after it. */
    low?: number;
    hi?: number;
    _deleted?: boolean;
    _failed?: boolean;
    _fatal?: boolean;
    /** Being sent to the server. */
    _sending?: boolean;
    /** Of an edit that replaces its first message in the list: its own number. */
    _origSeq?: number;
  }
  export interface AccessMode {
    getMode(): string;
    isJoiner(): boolean;
    isSharer(): boolean;
    isWriter(): boolean;
    isReader(): boolean;
    isDeleter(): boolean;
    isApprover(): boolean;
    isOwner(): boolean;
    isMuted(): boolean;
  }
  /** A contact of `me`, or a search result of `fnd`. */
  export interface Contact {
    topic?: string;
    user?: string;
    name?: string;
    public?: { fn?: string; photo?: { type?: string; data?: string; ref?: string } };
    private?: Record<string, unknown> | string[] | null;
    trusted?: { staff?: boolean; tags?: string[]; position?: string };
    touched?: Date;
    updated?: Date;
    online?: boolean;
    seen?: { when: Date; ua?: string };
    unread?: number;
    seq?: number;
    read?: number;
    recv?: number;
    acs?: AccessMode;
  }
  /** Query sent with a subscription; built by `startMetaQuery`. */
  export type GetQuery = Record<string, unknown>;
  export interface MetaGetBuilder {
    withData(since?: number, before?: number, limit?: number): MetaGetBuilder;
    withLaterData(limit?: number): MetaGetBuilder;
    withEarlierData(limit?: number): MetaGetBuilder;
    withDesc(ims?: Date): MetaGetBuilder;
    withLaterDesc(): MetaGetBuilder;
    withSub(ims?: Date, limit?: number, topic?: string): MetaGetBuilder;
    withLaterSub(limit?: number): MetaGetBuilder;
    withOneSub(ims: Date | undefined, topic: string): MetaGetBuilder;
    withTags(): MetaGetBuilder;
    withCred(): MetaGetBuilder;
    withAux(): MetaGetBuilder;
    withDel(since?: number, limit?: number): MetaGetBuilder;
    withLaterDel(limit?: number): MetaGetBuilder;
    build(): GetQuery;
  }
  export interface Topic extends Contact {
    name: string;
    /** Highest number of a deletion that the server has reported. */
    clear?: number;
    onData?: ((message?: ChatMessage) => void) | undefined;
    onAllMessagesReceived?: ((count: number) => void) | undefined;
    onMeta?: ((meta: { desc?: { seq?: number } }) => void) | undefined;
    onMetaDesc?: ((topic: Topic) => void) | undefined;
    /** Called for each member while the answer is parsed. */
    onMetaSub?: ((member: Contact) => void) | undefined;
    onSubsUpdated?: ((names: string[], count: number) => void) | undefined;
    onPres?: ((pres: Record<string, unknown>) => void) | undefined;
    onInfo?: ((info: { from: string; what: string; seq?: number }) => void) | undefined;
    onAuxUpdated?: ((aux: Record<string, unknown>) => void) | undefined;
    onDeleteTopic?: (() => void) | undefined;
    isSubscribed(): boolean;
    subscribe(query?: GetQuery, change?: Record<string, unknown>): Promise<ServerCtrl>;
    leave(unsub?: boolean): Promise<ServerCtrl>;
    createMessage(content: unknown, noEcho?: boolean): ChatMessage;
    publish(content: unknown, noEcho?: boolean): Promise<ServerCtrl>;
    publishDraft(message: ChatMessage, upload?: Promise<unknown>): Promise<ServerCtrl | undefined>;
    getMeta(query: GetQuery): Promise<unknown>;
    setMeta(change: Record<string, unknown>): Promise<ServerCtrl>;
    invite(user: string, mode?: string): Promise<ServerCtrl>;
    archive(archived: boolean): Promise<unknown>;
    pinMessage(seq: number, pinned: boolean): Promise<unknown>;
    delMessages(ranges: readonly { low: number; hi: number }[], hard?: boolean): Promise<ServerCtrl>;
    delTopic(hard?: boolean): Promise<ServerCtrl>;
    delSubscription(user: string): Promise<ServerCtrl>;
    noteRead(seq: number): void;
    noteRecv(seq: number): void;
    noteKeyPress(): void;
    messages(callback: (message: ChatMessage, previous?: ChatMessage, next?: ChatMessage, at?: number) => void): void;
    queuedMessages(callback: (message: ChatMessage) => void): void;
    messageCount(): number;
    minMsgSeq(): number;
    /** Highest number of a deletion that was applied locally. */
    maxClearId(): number;
    maxMsgSeq(): number;
    msgStatus(message: ChatMessage, update?: boolean): number;
    cancelSend(seq: number): boolean;
    findMessage(seq: number): ChatMessage | undefined;
    latestMsgVersion(seq: number): ChatMessage | null;
    messageVersions(seq: number, callback: (message: ChatMessage) => void): void;
    subscriber(user: string): Contact | undefined;
    subscribers(callback: (member: Contact) => void): void;
    userDesc(user: string): Contact | undefined;
    aux(key: string): unknown;
    tags(): string[];
    isArchived(): boolean;
    getAccessMode(): AccessMode;
    startMetaQuery(): MetaGetBuilder;
    isGroupType(): boolean;
  }
  export interface TopicMe extends Topic {
    onContactUpdate?: ((what: string, contact?: Contact) => void) | undefined;
    contacts(callback: (contact: Contact) => void, filter?: (contact: Contact) => boolean): void;
    getContact(name: string): Contact | undefined;
    pinTopic(topic: string, pinned: boolean): Promise<unknown>;
  }
  export interface TopicFnd extends Topic {
    contacts(callback: (contact: Contact) => void): void;
  }
  export interface LargeFileHelper {
    upload(file: Blob, avatarFor?: string | null, onProgress?: (share: number) => void): Promise<string>;
    cancel(): void;
  }
  export interface TinodeConfig {
    appName: string;
    host: string;
    apiKey: string;
    transport: 'ws';
    secure?: boolean;
    persist?: boolean;
  }
  export class Tinode {
    constructor(config: TinodeConfig, onComplete?: () => void);
    static setNetworkProviders(socket: unknown, xhr: unknown): void;
    static setDatabaseProvider(provider: unknown): void;
    onConnect?: ((code: number, text: string, params: unknown) => void) | undefined;
    onDisconnect?: ((error?: Error & { code?: number }) => void) | undefined;
    onAutoreconnectIteration?: ((delay: number, promise?: Promise<unknown>) => void) | undefined;
    onRawMessage?: ((text: string) => void) | undefined;
    onCtrlMessage?: ((ctrl: ServerCtrl) => void) | undefined;
    onInfoMessage?: ((info: Record<string, unknown>) => void) | undefined;
    connect(host?: string): Promise<ServerCtrl>;
    reconnect(force?: boolean): void;
    disconnect(): void;
    networkProbe(): void;
    /** Throws when there is no connection. */
    note(topic: string, what: string, seq: number): void;
    isConnected(): boolean;
    isAuthenticated(): boolean;
    loginBasic(login: string, password: string): Promise<ServerCtrl>;
    loginToken(token: string): Promise<ServerCtrl>;
    getAuthToken(): { token: string; expires: Date } | null;
    setAuthToken(token: { token: string; expires: Date } | null): void;
    publish(topic: string, content: unknown, noEcho?: boolean): Promise<ServerCtrl>;
    publishMessage(message: Record<string, unknown>, attachments?: string[]): Promise<ServerCtrl>;
    createMessage(topic: string, content: unknown, noEcho?: boolean): Record<string, unknown>;
    getTopic(name: string): Topic;
    getMeTopic(): TopicMe;
    getFndTopic(): TopicFnd;
    newGroupTopicName(channel?: boolean): string;
    getLargeFileHelper(): LargeFileHelper;
    getCurrentUserID(): string;
    getServerParam<Value>(name: string, fallback: Value): Value;
    authorizeURL(url: string): string;
    enableLogging(enabled: boolean, trimmed?: boolean): void;
  }
  /** Rich text with styles and entities (A8). */
  export const Drafty: {
    isValid(content: unknown): boolean;
    isPlainText(content: unknown): boolean;
    toPlainText(content: unknown): string;
    parse(text: string): unknown;
    insertImage(content: unknown, at: number, image: Record<string, unknown>): Record<string, unknown>;
    attachFile(content: unknown, file: Record<string, unknown>): Record<string, unknown>;
    append(first: unknown, second: unknown): Record<string, unknown>;
    appendLineBreak(content: unknown): Record<string, unknown>;
    quote(name: string, user: string, body: unknown): Record<string, unknown>;
    replyContent(content: unknown, limit: number): unknown;
    mention(name: string, user: string): Record<string, unknown>;
    format(content: unknown, formatter: unknown, context?: unknown): unknown;
    entities(content: unknown, callback: (data: Record<string, unknown>, index: number, kind: string) => void): void;
    hasEntities(content: unknown): boolean;
    preview(content: unknown, limit: number, forwarding?: boolean): unknown;
    getDownloadUrl(data: Record<string, unknown>): string | null;
  };
  /** The package is CommonJS: in Node all exports are properties of its default export. */
  const everything: { Tinode: typeof Tinode; Drafty: typeof Drafty };
  export default everything;
}
