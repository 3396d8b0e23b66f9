// The connection to a table, with a fake socket.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveTable, type Socket } from '../lib/liveTable.svelte';
import { applyChanges } from '../lib/viewChanges';
import type { ClientMessage, GameEvent, ServerMessage, Table, View } from '../lib/protocol';

class FakeSocket implements Socket {
  sent: ClientMessage[] = [];
  closed = false;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  constructor(readonly path: string) {}
  send(text: string) {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close() {
    this.closed = true;
  }
  says(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const table = { id: 'abc', game: 'tokaido', status: 'playing', seats: [] } as unknown as Table;
const view = (seat: number | null, legal: string[] = []) =>
  ({ game: 'tokaido', viewer: 0, players: 2, phase: 'move', seat, legal }) as unknown as View;
const position = (number: number) => ({
  number,
  bots: [null, null],
  lost: [],
  clocks: null,
  undo_request: null,
  over: false,
  preparing: false,
});
const snapshot = (number: number, shown: View, more: object = {}): ServerMessage => ({
  type: 'snapshot',
  table,
  viewer: 0,
  mine: [0],
  presence: ['here', 'here'],
  watching: 0,
  absence: { claimable: [], never_came: [] },
  chat: [],
  missed: [],
  position: position(number),
  setting: { options: {}, board: null },
  view: shown,
  events: [],
  ...more,
});
const entry = (
  number: number,
  shown: View,
  events: GameEvent[] = [{ event: 'moved', pawn: 0, stop: 1 }],
  kind: 'move' | 'undo' = 'move',
  text?: string,
): ServerMessage => ({
  type: 'entry',
  entry: { number, kind, seat: 0, at: 0, ...(text === undefined ? {} : { text }) },
  position: position(number),
  events,
  changes: Object.fromEntries(Object.entries(shown).map(([key, part]) => [`/${key}`, part as unknown])),
});

let sockets: FakeSocket[] = [];
const last = () => sockets.at(-1)!;
function open(tempo = 0): LiveTable {
  const live = new LiveTable('abc', {
    tempo: () => tempo,
    socket: (path) => {
      sockets.push(new FakeSocket(path));
      return last();
    },
  });
  live.open();
  return live;
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
});
afterEach(() => vi.useRealTimers());

describe('a move', () => {
  it('is sent, then made, and never shown before', () => {
    const live = open();
    last().says(snapshot(3, view(0, ['move 5'])));
    live.play('move 5');
    expect(live.sent?.move).toBe('move 5');
    expect(live.legal).toEqual([]);
    expect(live.position?.number).toBe(3);
    const { id } = last().sent[0] as { id: string };
    last().says({ type: 'ack', id, number: 4 });
    expect(live.sent).not.toBeNull();
    last().says(entry(4, view(1)));
    expect(live.sent).toBeNull();
    expect(live.view?.seat).toBe(1);
  });

  it('cannot be sent twice, and is free again when refused', () => {
    const live = open();
    last().says(snapshot(3, view(0, ['a', 'b'])));
    live.play('a');
    live.play('b');
    expect(last().sent).toHaveLength(1);
    last().says({ type: 'error', id: (last().sent[0] as { id: string }).id, code: 'bad_move', message: '' });
    expect(live.sent).toBeNull();
    expect(live.error).toBe('bad_move');
    expect(live.legal).toEqual(['a', 'b']);
  });

  it('is sent again with the same id after a cut, until it is acknowledged', () => {
    const live = open();
    last().says(snapshot(3, view(0, ['a'])));
    live.play('a');
    const first = last().sent[0];
    last().onclose?.({ code: 1006 });
    expect(live.connection).toBe('lost');
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    expect(last().path).toContain('after=3');
    last().says(snapshot(3, view(0, ['a'])));
    expect(last().sent[0]).toEqual(first);
  });
});

describe('the line', () => {
  it('waits longer and longer, and heals', () => {
    const live = open();
    for (let i = 0; i < 6; i++) {
      last().onclose?.({ code: 1006 });
      vi.advanceTimersByTime(12_000);
    }
    expect(sockets).toHaveLength(7);
    last().says(snapshot(1, view(0)));
    expect(live.connection).toBe('open');
  });

  it('asks after a silence, and gives up a dead wire', () => {
    open();
    last().says(snapshot(1, view(0)));
    vi.advanceTimersByTime(12_500);
    expect(last().sent).toEqual([{ type: 'ping' }]);
    vi.advanceTimersByTime(10_000);
    expect(sockets[0]!.closed).toBe(true);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('stops at a table that is not there', () => {
    const live = open();
    last().onclose?.({ code: 4404 });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(live.gone).toBe('not_found');
  });

  it.each(['unreadable', 'other_rules'])('stops at a match that cannot be shown: %s', (code) => {
    const live = open();
    last().says({ type: 'error', id: null, code, message: '' });
    last().onclose?.({ code: 4409 });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(live.gone).toBe(code);
  });

  it('forgets what another seat was told', () => {
    const live = open();
    last().says(snapshot(3, view(1), { missed: [{ entry: { number: 1, kind: 'move', seat: 0, at: 0 }, events: [] }] }));
    live.look(1);
    expect(live.log).toEqual([]);
    expect(live.view).toBeNull();
    expect(last().path).toContain('seat=1');
    expect(last().path).toContain('after=0');
  });
});

describe('what changes', () => {
  const rich = { ...view(0, ['a']), seats: [{ coins: 1, souvenirs: ['fan'] }, { coins: 2 }], tiles: {} };
  const changes = {
    '/seat': null,
    '/seats/1/coins': 0,
    '/seats/0/souvenirs': [],
    '/tiles/c3': { tile: 7 },
    '/legal': [],
  };

  it('is put into the view, and all else stays', () => {
    const before = JSON.stringify(rich);
    const after = applyChanges(rich, changes);
    expect(after).toEqual({
      ...view(null),
      seats: [{ coins: 1, souvenirs: [] }, { coins: 0 }],
      tiles: { c3: { tile: 7 } },
    });
    expect(JSON.stringify(rich)).toBe(before);
    expect(applyChanges(rich, { '/seats/1/coins': 0 }).seats[0]).toBe(rich.seats[0]);
    expect(applyChanges(rich, {})).toBe(rich);
  });

  it('is shown', () => {
    const live = open();
    last().says(snapshot(3, rich as unknown as View));
    last().says({ ...entry(4, view(0)), changes } as ServerMessage);
    expect(live.view).toEqual(applyChanges(rich, changes));
    expect(sockets).toHaveLength(1);
  });

  it('is not put into a view that misses an entry: a snapshot is asked for', () => {
    const live = open();
    last().says(snapshot(3, view(0, ['a'])));
    last().says(entry(5, view(1)));
    expect(live.view?.seat).toBe(0);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]!.closed).toBe(true);
    expect(last().path).toContain('after=3');
    last().says(snapshot(5, view(1)));
    expect(live.view?.seat).toBe(1);
    last().says(entry(6, view(0)));
    expect(live.position?.number).toBe(6);
  });
});

describe('what happens', () => {
  it('is shown in order, one after another', () => {
    const live = open(100);
    last().says(snapshot(0, view(1)));
    last().says(entry(1, view(1)));
    last().says(entry(2, view(0, ['a'])));
    expect(live.position?.number).toBe(1);
    expect(live.legal).toEqual([]);
    vi.advanceTimersByTime(160);
    expect(live.position?.number).toBe(2);
    vi.advanceTimersByTime(160);
    expect(live.legal).toEqual(['a']);
  });

  it('can be skipped', () => {
    const live = open(1000);
    last().says(snapshot(0, view(1)));
    for (let i = 1; i < 5; i++) last().says(entry(i, view(i === 4 ? 0 : 1, i === 4 ? ['a'] : [])));
    live.skip();
    expect(live.position?.number).toBe(4);
    expect(live.busy).toBe(false);
    expect(live.legal).toEqual(['a']);
    expect(live.log).toHaveLength(4);
  });

  it('is not told twice, and what was taken back is marked', () => {
    const live = open();
    last().says(snapshot(0, view(1)));
    last().says(entry(1, view(1)));
    last().says(entry(1, view(1)));
    last().says(entry(2, view(1)));
    last().says(entry(3, view(1), [], 'undo', '1'));
    expect(live.log.map((line) => line.undone)).toEqual([false, true, false]);
  });
});
