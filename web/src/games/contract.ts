// What each game client provides to the frame of the table. The frame has no code about any game, a game none about
// sockets, and neither applies rules: legal moves, previews and reasons for closed moves come from the server.
import type { Component, Snippet } from 'svelte';
import type { Art } from '../lib/keepsake';
import type { RandomStream } from '../lib/randomStream';
import type { Sounds } from '../lib/sound';
import type { GameEvent, GameName, Preview, Result, Setting, View } from '../lib/protocol';

/** How a seat looks everywhere: its name, color and shape (told apart without color). */
export interface SeatLook {
  seat: number;
  name: string;
  bot: string | null;
  mine: boolean;
}

/** Another move than the one that was made, and its share of the victory in words. */
export interface Alternative {
  move: string;
  share: string;
}

export interface BoardProps {
  setting: Setting;
  view: View;
  /** The events that led to this view, in order; empty when there is nothing to animate. */
  events: GameEvent[];
  /** Everything that has happened, up to this view. */
  past?: GameEvent[];
  seats: SeatLook[];
  /** Legal moves of the viewer, empty when somebody else decides or a move is on its way. */
  legal: string[];
  /** What each legal move would do and why others are closed; null until the server has said. */
  preview: Preview | null;
  /** A move that was sent and is not made yet. */
  sent: string | null;
  /** Milliseconds of an animation step; 0: none. */
  tempo: number;
  /** Sends a move; one that `follows` belongs to the press before it, and is taken back with it. */
  play: (move: string, follows?: boolean) => void;
  /** Opens the rules page at a rule. */
  rule: (id: string) => void;
  /** A match that is looked at again: nothing can be chosen, and no controls of play are shown. */
  replay?: boolean;
  /** In a replay, a move to be drawn beside the one that was made last. */
  alternative?: Alternative | null;
  /** The lesson: rendered first thing inside the panel of the question, wherever that panel is. */
  coach?: Snippet;
  /** Tells the frame what is selected and not decided yet ("die pilgrim"), or null: a lesson may wait for it. */
  select?: (what: string | null) => void;
}

/** A hint of a lesson: the id of its text and, where it is about one thing, a selector of that thing inside the board. */
export interface LessonHint {
  text: string;
  at?: string;
}

export interface PlayerProps {
  view: View;
  setting: Setting;
  look: SeatLook;
}

export interface EndingProps {
  view: View;
  seats: SeatLook[];
  result: Result;
  /** Everything that happened. */
  past: GameEvent[];
}

/** `seat`: whose things the picture shows. */
export interface EndPictureProps extends EndingProps {
  seat: number;
}

/** Something random of a match: what the seed promises, and what was seen. */
export interface Drawn {
  of: string;
  expected: string[];
  found: string[];
}

/** A function for each kind of event. */
export type ByEvent<E extends { event: string }, Rest extends unknown[], Result> = {
  [Kind in E['event']]: (event: Extract<E, { event: Kind }>, ...rest: Rest) => Result;
};

/** One bar of the chart at the end: where a player's points came from. */
export interface Source {
  id: string;
  label: string;
  points: number[];
}

/** Something that can be arranged before a match: a key of the `stack` of match records. */
export interface Arrangeable {
  key: string;
  label: () => string;
  /** What its entries are there: `list` of words, `one` word, `rows` of words, `texts` of several words, words `named` by
   * the first one, or a list for each of the `seats` (the first word). */
  as: 'list' | 'one' | 'rows' | 'texts' | 'named' | 'seats';
  /** What can be chosen: an entry has a word of each column. */
  columns: (string | number)[][];
  heads?: () => string[];
  say?: (word: string | number, column: number) => string;
  /** The move whose picture shows a word of the last column. */
  picture?: (word: string | number) => string;
}

export interface GameClient {
  name: GameName;
  /** The board, one's own things and everything that can be chosen. */
  Board: Component<BoardProps>;
  /** A player's public things, in the column of people; `open` shows all of them. */
  Player: Component<PlayerProps & { open: boolean }>;
  /** A line of the log, or null for events that need no words; `line` is everything that happened with it. */
  tell(event: GameEvent, names: string[], view: View, line?: GameEvent[]): string | null;
  /** What the table waits for: "Anna: choose a meal at the second inn", and why it is her turn. */
  waiting(view: View, names: string[]): string;
  /** A legal move in words, for buttons, hints and screen readers. */
  say(move: string, view: View): string;
  /** Whether a seat has nothing to decide any more, although the match goes on. */
  out?(view: View, seat: number): boolean;
  /** Where points came from, by seat; a game without points has an ending of its own instead. */
  sources?(view: View): Source[];
  Ending?: Component<EndingProps>;
  /** The end as a picture, as wide as the page. */
  EndPicture?: Component<EndPictureProps>;
  /** The same as an image to share, with the names and points that the frame writes below it. */
  art?(view: View, seat: number, past: GameEvent[], result: Result): Art;
  /** A selector of the thing on the board that a move is about, for moves that are about one. */
  spot?(move: string): string | null;
  /** Whether the board draws an `alternative`. */
  drawsAlternative?: boolean;
  /** What an analysis calls a source of points or of ruin (`panorama_sea`), in words; null for what all games have. */
  reason?(source: string): string | null;
  /** What can be arranged in the editor of positions. What of it is possible, the server says. */
  arrangeable?(players: number): Arrangeable[];
  /** A move drawn, where words say too little of it. */
  Picture?: Component<{ move: string }>;
  /** How many steps of animation the board takes for what happened, so that the table waits for it. */
  steps?(events: GameEvent[]): number;
  /** What is heard of what happens. */
  sounds?: Sounds;
  /** What the seed promises of the cards and dice that were seen, for the check of the shuffle. */
  chance?(stream: RandomStream, seen: GameEvent[], players: number, setting: Setting): Drawn[];
  /** A player in a few signs (points, coins, whether afloat) for the strip on narrow screens; inline, at most 6rem wide. */
  Glance?: Component<PlayerProps>;
  /** The guided first journey: the hint that fits now, of those not read yet; `selected` is what the board told by `select`. */
  lesson?(view: View, legal: string[], read: ReadonlySet<string>, selected: string | null): LessonHint | string | null;
}

/** A game with a board of its own gives the frame all of this. */
export type DrawnGameClient = GameClient & Required<Pick<GameClient, 'Glance' | 'steps' | 'lesson'>>;
