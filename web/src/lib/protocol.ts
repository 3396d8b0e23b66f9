// The words of the server (src/tabiji/server/protocol.py and messages.py), as the client reads them.

export type TimeControl =
  | { kind: 'none' }
  | { kind: 'live'; bank: number; increment: number; cap: number }
  | { kind: 'turns'; hours: number };

export interface SeatInfo {
  seat: number;
  person: string | null;
  name: string;
  bot: string | null;
}

export interface Result {
  scores: number[];
  ranks: number[];
  winners: number[];
  lost: number[];
  moves: number;
}

export interface Table {
  id: string;
  game: GameName;
  players: number;
  options: Record<string, boolean | string>;
  board: string | null;
  clock: TimeControl;
  access: 'open' | 'link';
  desertion: 'bot' | 'forfeit';
  hints: boolean;
  pace: number;
  status: 'gathering' | 'playing' | 'over';
  host: string;
  seats: SeatInfo[];
  commitment: string | null;
  rules: number | null;
  created: number;
  started: number | null;
  ended: number | null;
  result: Result | null;
  next: string | null;
  seed: string | null;
  salt: string | null;
}

export type GameName = 'tokaido' | 'tokaido_duo' | 'tsuro_seas';

/** What of the state of play is not part of the game: clocks, who sits in for whom, a wish to go back. */
export interface Position {
  number: number;
  bots: (string | null)[];
  lost: number[];
  clocks: { left: (number | null)[]; running: number | null } | null;
  undo_request: { seat: number; waiting: number[] } | null;
  over: boolean;
  /** The bots are being compiled: until then simpler ones play. */
  preparing: boolean;
}

export interface Entry {
  number: number;
  kind: 'move' | 'undo' | 'ask' | 'agree' | 'refuse' | 'bot' | 'back' | 'forfeit' | 'resume';
  seat: number | null;
  at: number;
  text?: string;
}

/** Something that happened, as the engine's journal tells it: `event` names it, the rest depends on the event. */
export interface GameEvent {
  event: string;
  [detail: string]: unknown;
}

/** What a seat may see of a game; each game's folder knows more about it. */
export interface View {
  game: GameName;
  viewer: number | null;
  players: number;
  phase: string;
  seat: number | null;
  legal: string[];
  [part: string]: unknown;
}

export interface Setting {
  options: Record<string, boolean | string>;
  board: unknown;
}

export interface ChatMessage {
  number: number;
  seat: number | null;
  name: string;
  phrase: string | null;
  text: string | null;
  at: number;
}

export interface ReplayStep {
  entry: Entry;
  events: GameEvent[];
  view?: View | null;
}

export type Presence = 'here' | 'away' | 'bot' | 'empty';

export type ServerMessage =
  | {
      type: 'snapshot';
      table: Table;
      viewer: number | null;
      mine: number[];
      presence: Presence[];
      watching: number;
      chat: ChatMessage[];
      missed: ReplayStep[];
      position: Position | null;
      setting: Setting | null;
      view?: View;
      events?: GameEvent[];
    }
  | { type: 'entry'; entry: Entry; position: Position; events: GameEvent[]; view: View }
  | { type: 'table'; table: Table }
  | { type: 'presence'; presence: Presence[]; watching: number }
  | { type: 'chat'; chat: ChatMessage }
  | { type: 'ack'; id: string; number: number }
  | { type: 'error'; id: string | null; code: string; message: string; number?: number }
  | { type: 'pong' }
  | { type: 'gone' };

export type ClientMessage =
  | { type: 'move'; id: string; number: number; move: string; seat?: number }
  | { type: 'undo'; id: string; seat?: number; moves?: number }
  | { type: 'answer'; id: string; agree: boolean; seat?: number }
  | { type: 'say'; phrase?: string; text?: string }
  | { type: 'ping' };

export interface Candidate {
  move: string;
  share: number;
  unsure: number;
  thought: number;
}

/** What a legal move would surely do (its events), and whether chance or hidden things have a word after that. */
export interface MovePreview {
  move: string;
  events: GameEvent[];
  uncertain: boolean;
}

/** A place or thing that cannot be chosen now, the id of the reason, and the rule that says so. */
export interface Closed {
  what: string;
  reason: string;
  rule: string;
}

export interface Preview {
  number: number;
  previews: MovePreview[];
  closed: Closed[];
}

// --- requests and their answers ----------------------------------------------------------------------------------

export interface Me {
  id: string;
  name: string;
  claimed: boolean;
}

export interface NewTable {
  game: GameName;
  players: number;
  options: Record<string, boolean | string>;
  board?: unknown;
  clock: TimeControl;
  access: 'open' | 'link';
  desertion: 'bot' | 'forfeit';
  hints: boolean;
  pace: number;
  bots: string[];
  start: boolean;
}

export interface MyTable {
  table: Table;
  waiting: boolean;
}

export interface Option {
  name: string;
  choices: (boolean | string)[];
  help: string;
}

export interface Game {
  name: GameName;
  title: string;
  summary: string;
  players: number[];
  options: Option[];
  boards: string[];
  rules: number;
}

export interface Menu {
  games: Game[];
  levels: { name: string; about: string }[];
  phrases: string[];
}

export interface Token {
  id: string;
  label: string;
  created: number;
}

export interface Profile {
  id: string;
  name: string;
  claimed: boolean;
  games: Record<
    string,
    {
      matches: number;
      wins: number;
      mean_score: number;
      best_score: number;
      mean_rank: number;
      rating: { skill: number; mu: number; sigma: number; matches: number } | null;
    }
  >;
}

export interface MatchSummary {
  table: string;
  game: GameName;
  players: { name: string; bot: string | null }[];
  seat: number;
  score: number;
  rank: number;
  ended: number;
}
