// A line to a table, looked at from one seat. Nothing is shown before the server has made it: a move is "sent", then
// "made". What happens is queued and shown in order; a lost line is taken up again where it was cut.
import type {
  Absence,
  ClientMessage,
  Entry,
  GameEvent,
  Phrase,
  Position,
  Presence,
  ChatLine,
  ServerMessage,
  Setting,
  Table,
  View,
} from './protocol';
import { applyChanges } from './viewChanges';

export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

/** A line of the log: an entry with its events; `undone` when somebody went back before it. */
export interface LogLine {
  entry: Entry;
  events: GameEvent[];
  undone: boolean;
}

/** A move that was sent and is not made yet. */
export interface PendingMove {
  id: string;
  move: string;
  number: number;
  seat: number;
  made: number | null;
}

type EntryMessage = Extract<ServerMessage, { type: 'entry' }>;
export type ConnectionStatus = 'opening' | 'open' | 'lost' | 'closed';

const WAITS = [300, 700, 1500, 3000, 5000, 8000];
const PULSE = 12_000; // ask whether anybody is there after so long a silence
const SILENCE = 8_000; // no answer to that: the line is dead
const MOST_STEPS = 8; // nobody waits longer for what happened at once
const CLOSED = ['not_found', 'unreadable', 'other_rules', 'banned']; // codes after which connecting again is in vain
const MOST_QUEUED = 12; // who is further behind is brought up to date at once

export interface LiveTableOptions {
  /** Milliseconds of a step of animation. */
  tempo: () => number;
  socket?: (path: string) => Socket;
  /** Something about oneself has changed. */
  changed?: () => void;
}

export class LiveTable {
  connection = $state<ConnectionStatus>('opening');
  table = $state.raw<Table | null>(null);
  viewer = $state<number | null>(null);
  mine = $state.raw<number[]>([]);
  presence = $state.raw<Presence[]>([]);
  /** How many look without a seat. */
  watching = $state(0);
  /** Whose absence the others can act on. */
  absence = $state.raw<Absence>({ claimable: [], never_came: [] });
  chat = $state.raw<ChatLine[]>([]);
  position = $state.raw<Position | null>(null);
  setting = $state.raw<Setting | null>(null);
  view = $state.raw<View | null>(null);
  events = $state.raw<GameEvent[]>([]);
  log = $state.raw<LogLine[]>([]);
  /** Everything that has happened and was not undone. */
  past = $derived(this.log.flatMap((line) => (line.undone ? [] : line.events)));
  sent = $state.raw<PendingMove | null>(null);
  /** The code of the last refusal of something sent. */
  error = $state<string | null>(null);
  /** The code that says why the table cannot be shown (any more). */
  gone = $state<string | null>(null);
  busy = $state(false);
  /** When the position was told, by this machine's clock: clocks run on from there. */
  receivedAt = $state(0);

  /** How many steps it takes to show what happened; a game may know better. */
  steps: (events: GameEvent[]) => number = (events) => events.length;

  private socket: Socket | null = null;
  private seat: number | null = null;
  private tries = 0;
  private number = 0;
  private queue: EntryMessage[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private step: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setTimeout> | undefined;
  private rush = false;
  /** How many decisions the last press made; they are taken back together. */
  private pressed = 1;

  constructor(
    readonly id: string,
    private readonly options: LiveTableOptions,
  ) {}

  // --- the line ---------------------------------------------------------------------------------------------------
  open(seat: number | null = null): void {
    this.seat = seat;
    this.gone = null;
    if (typeof addEventListener !== 'undefined') addEventListener('online', this.hurry);
    if (typeof document !== 'undefined') document.addEventListener('visibilitychange', this.wake);
    this.connect();
  }

  close(): void {
    this.connection = 'closed';
    if (typeof removeEventListener !== 'undefined') removeEventListener('online', this.hurry);
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', this.wake);
    for (const timer of [this.timer, this.step, this.pulse]) clearTimeout(timer);
    this.disconnect();
  }

  /** Look from another seat, or after sitting down. What the other seat was told is forgotten. */
  look(seat: number | null): void {
    this.seat = seat;
    this.view = null;
    this.events = [];
    this.log = [];
    this.queue = [];
    this.busy = false;
    this.number = 0;
    clearTimeout(this.step);
    this.tries = 0;
    this.connect();
  }

  private connect(): void {
    this.disconnect();
    clearTimeout(this.timer);
    if (this.connection !== 'lost') this.connection = 'opening';
    const seat = this.seat === null ? '' : `&seat=${this.seat}`;
    const path = `/api/tables/${encodeURIComponent(this.id)}/live?after=${this.number}${seat}`;
    const socket = (this.options.socket ?? browserSocket)(path);
    this.socket = socket;
    socket.onopen = () => this.keepAlive();
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.keepAlive();
      this.receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.onClose(event.code);
    };
    this.keepAlive();
  }

  private disconnect(): void {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private onClose(code: number): void {
    this.socket = null;
    clearTimeout(this.pulse);
    if (this.connection === 'closed') return;
    if (code === 4404 || this.gone) {
      this.gone ??= 'not_found';
      this.connection = 'closed';
      return;
    }
    if (code === 4403) this.seat = null; // that seat is somebody else's now: watch
    this.connection = 'lost';
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)]!;
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Something was heard: the line is alive for a while. */
  private keepAlive(): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => {
      this.send({ type: 'ping' });
      this.pulse = setTimeout(() => {
        this.disconnect();
        this.onClose(1006);
      }, SILENCE);
    }, PULSE);
  }

  private hurry = (): void => {
    if (this.connection !== 'lost') return;
    this.tries = 0;
    this.connect();
  };

  private wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    this.hurry();
    this.skip(); // nobody watched: show how things stand
  };

  private send(message: ClientMessage): void {
    try {
      this.socket?.send(JSON.stringify(message));
    } catch {
      // a wire that is opening or closing: what matters is sent again after the next snapshot
    }
  }

  // --- what one does ----------------------------------------------------------------------------------------------
  /** Send a move. It is shown as sent until the server has made it. One that `follows` belongs to the press before. */
  play(move: string, follows = false): void {
    if (this.sent || !this.view || !this.position || this.view.seat === null) return;
    this.error = null;
    this.pressed = follows ? this.pressed + 1 : 1;
    this.sent = { id: requestId(), move, number: this.position.number, seat: this.view.seat, made: null };
    this.resend();
  }

  undo(): void {
    this.error = null;
    const moves = this.pressed;
    this.send({
      type: 'undo',
      id: requestId(),
      ...(this.viewer === null ? {} : { seat: this.viewer }),
      ...(moves > 1 ? { moves } : {}),
    });
  }

  answer(agree: boolean, seat: number): void {
    this.send({ type: 'answer', id: requestId(), agree, seat });
  }

  say(what: { phrase: Phrase } | { text: string }): void {
    this.error = null;
    this.send({ type: 'say', ...what });
  }

  private resend(): void {
    const sent = this.sent;
    if (!sent || sent.made !== null) return;
    this.send({ type: 'move', id: sent.id, number: sent.number, move: sent.move, seat: sent.seat });
  }

  // --- what one hears ---------------------------------------------------------------------------------------------
  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        return this.start(message);
      case 'entry':
        return this.enqueue(message);
      case 'table':
        this.table = message.table;
        return;
      case 'presence':
        this.presence = message.presence;
        this.watching = message.watching;
        this.absence = message.absence;
        return;
      case 'chat':
        if (!this.chat.some((said) => said.number === message.chat.number)) this.chat = [...this.chat, message.chat];
        return;
      case 'ack':
        if (this.sent?.id === message.id) this.sent = { ...this.sent, made: message.number };
        return this.settle();
      case 'error':
        if (message.code === 'banned') this.options.changed?.();
        if (message.id === null && CLOSED.includes(message.code)) this.gone = message.code;
        if (message.id !== null && this.sent?.id === message.id) this.sent = null;
        this.error = message.code;
        return;
      case 'gone':
        this.gone = 'not_found';
        return;
      case 'changed':
        return this.options.changed?.();
      case 'pong':
    }
  }

  private start(message: Extract<ServerMessage, { type: 'snapshot' }>): void {
    this.tries = 0;
    this.queue = [];
    this.busy = false;
    clearTimeout(this.step);
    this.connection = 'open';
    this.table = message.table;
    this.viewer = message.viewer;
    this.mine = message.mine;
    this.presence = message.presence;
    this.watching = message.watching;
    this.absence = message.absence;
    this.chat = message.chat;
    this.setting = message.setting;
    for (const replayStep of message.missed) this.write(replayStep.entry, replayStep.events);
    if (message.position) {
      this.position = message.position;
      this.receivedAt = performance.now();
      this.number = message.position.number;
    }
    this.events = [];
    this.view = message.view ?? null;
    this.settle();
    this.resend();
  }

  private enqueue(news: EntryMessage): void {
    if (news.entry.number <= this.number) return;
    if (news.entry.number > this.number + 1) return this.connect(); // something is missing: ask for a snapshot
    this.number = news.entry.number;
    this.queue.push(news);
    if (this.queue.length > MOST_QUEUED) this.skip();
    else if (!this.busy) this.show();
  }

  /** Show the next thing that happened, and leave it readable for a moment. */
  private show(): void {
    const news = this.queue.shift();
    if (!news) {
      this.busy = false;
      return;
    }
    this.apply(news);
    const hidden = typeof document !== 'undefined' && document.visibilityState === 'hidden';
    const tempo = this.rush || hidden ? 0 : this.options.tempo();
    const steps = Math.min(this.steps(news.events), MOST_STEPS);
    if (tempo === 0 || steps === 0) return this.show();
    this.busy = true;
    this.step = setTimeout(() => this.show(), tempo * (steps + 0.5));
  }

  /** Show how things stand now, without the steps in between. */
  skip(): void {
    clearTimeout(this.step);
    this.rush = true;
    this.show();
    this.rush = false;
    this.events = [];
  }

  private apply(news: EntryMessage): void {
    this.write(news.entry, news.events);
    this.position = news.position;
    this.receivedAt = performance.now();
    this.events = news.events;
    if (this.view) this.view = applyChanges(this.view, news.changes);
    this.settle();
  }

  private write(entry: Entry, events: GameEvent[]): void {
    const last = this.log.at(-1);
    if (last && entry.number <= last.entry.number) return;
    const lines = [...this.log, { entry, events, undone: false }];
    if (entry.kind === 'undo') {
      this.pressed = 1;
      let keep = Number(entry.text);
      for (let i = 0; i < lines.length; i++) {
        const line = lines[i]!;
        if (line.entry.kind !== 'move' || line.undone) continue;
        if (keep > 0) keep--;
        else lines[i] = { ...line, undone: true };
      }
    }
    this.log = lines;
  }

  /** A move is made when what it did is shown. */
  private settle(): void {
    const made = this.sent?.made;
    if (made != null && this.position && this.position.number >= made) this.sent = null;
  }

  /** What may be chosen now: nothing while something is on its way or still being shown, or a bot stands in. */
  get legal(): string[] {
    const free = this.connection === 'open' && !this.sent && !this.busy && !this.position?.over;
    const own = this.viewer !== null && this.view?.seat === this.viewer && this.position?.bots[this.viewer] == null;
    return free && own ? (this.view?.legal ?? []) : [];
  }
}

function requestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36).padStart(2, '0')).join('');
}

function browserSocket(path: string): Socket {
  return new WebSocket(
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`,
  ) as unknown as Socket;
}
