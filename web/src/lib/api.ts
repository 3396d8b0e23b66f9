// Requests to the server. What it refuses comes as a Refused with a stable code; words for codes are messages.
import type {
  AdminPerson,
  AdminReport,
  AdminTable,
  AnalysisInfo,
  AnalyzedMatch,
  AuditEntry,
  Me,
  Measure,
  Notices,
  Menu,
  MyAccount,
  ReplayStep,
  Hint,
  MyTable,
  NewTable,
  Preview,
  MatchSummary,
  Profile,
  PuzzleInfo,
  PuzzleStats,
  PuzzleVerdict,
  Setting,
  Table,
  CoachVerdict,
  EditorPosition,
  PositionView,
  Token,
  VariationInfo,
} from './protocol';
import type { Report } from './generated/server';
import type { Language } from './i18n.svelte';

type ReportReason = Report['reason'];

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly problems: string[] = [],
    readonly status = 0,
  ) {
    super(message);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await askText(method, path, body);
  try {
    return (answer ? JSON.parse(answer) : null) as T;
  } catch {
    throw new ApiError('failed', 'the answer cannot be read');
  }
}

/** The answer as it was sent. */
async function askText(method: string, path: string, body?: unknown): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError('offline', 'the server does not answer');
  }
  const text = await answer.text();
  if (answer.ok) return text;
  let failure: { code?: string; message?: string; problems?: string[] } = {};
  try {
    failure = JSON.parse(text) ?? {};
  } catch {
    // not from the server itself: only its status is known
  }
  throw new ApiError(failure.code ?? 'failed', failure.message ?? '', failure.problems ?? [], answer.status);
}

const get = <T>(path: string) => ask<T>('GET', path);
const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', path, body);
const at = (seat: number | null | undefined, more = '') => (seat == null ? `?${more}` : `?seat=${seat}&${more}`);

export const api = {
  menu: () => get<Menu>('/menu'),

  me: () => get<Me>('/me'),
  arrive: (name: string) => post<Me>('/me', { name }),
  rename: (name: string) => ask<Me>('PATCH', '/me', { name }),
  drawCrest: () => post<Me>('/me/crest'),
  claim: (name: string, password: string) => post<Me>('/me/claim', { name, password }),
  signIn: (name: string, password: string) => post<Me>('/signin', { name, password }),
  signOut: (everywhere = false) => ask<null>('POST', `/signout?everywhere=${everywhere}`),
  tokens: () => get<Token[]>('/me/tokens'),
  newToken: (label: string) => post<{ token: string }>('/me/tokens', { label }),
  revoke: (id: string) => ask<null>('DELETE', `/me/tokens/${id}`),
  account: () => get<MyAccount>('/me/account'),
  setPublic: (shown: boolean) => ask<null>('PUT', '/me/public', { public: shown }),
  agreeToPuzzles: (agreed: boolean) => ask<null>('PUT', '/me/puzzles', { agreed }),
  endSession: (id: string) => ask<null>('DELETE', `/me/sessions/${id}`),
  changePassword: (old: string, fresh: string) => post<null>('/me/password', { old, new: fresh }),
  changeEmail: (email: string | null, password: string, language: Language) =>
    ask<null>('PUT', '/me/email', { email, password, language }),
  lostPassword: (name: string, language: Language) => post<null>('/lost-password', { name, language }),
  resetPassword: (code: string, password: string) => post<Me>('/reset-password', { code, password }),
  confirmEmail: (code: string) => post<null>('/confirm-email', { code }),
  deleteAccount: (password: string) => post<null>('/me/delete', { password }),
  notices: () => get<Notices>('/me/notices'),
  readNotices: () => post<null>('/me/notices/read'),
  admin: {
    people: (search: string) => get<AdminPerson[]>(`/admin/people?search=${encodeURIComponent(search)}`),
    act: (id: string, measure: Measure) => post<null>(`/admin/people/${id}/measures`, measure),
    reports: () => get<AdminReport[]>('/admin/reports'),
    settle: (id: number) => post<null>(`/admin/reports/${id}/settle`),
    tables: () => get<AdminTable[]>('/admin/tables'),
    end: (id: string, text: string) => post<null>(`/admin/tables/${id}/end`, { text }),
    log: () => get<AuditEntry[]>('/admin/log'),
  },
  blocks: () => get<string[]>('/me/blocks'),
  block: (id: string) => ask<null>('PUT', `/me/blocks/${id}`),
  unblock: (id: string) => ask<null>('DELETE', `/me/blocks/${id}`),
  report: (id: string, reason: ReportReason, table: string) => post<null>(`/people/${id}/reports`, { reason, table }),
  closeChat: (id: string, closed: boolean) => ask<Table>('PUT', `/tables/${id}/chat/closed`, { closed }),
  profile: (id: string) => get<Profile>(`/people/${encodeURIComponent(id)}`),
  analyses: (id: string) => get<AnalyzedMatch[]>(`/people/${encodeURIComponent(id)}/analyses`),
  matches: (id: string, before?: number) =>
    get<MatchSummary[]>(`/people/${encodeURIComponent(id)}/matches${before === undefined ? '' : `?before=${before}`}`),

  puzzleStats: () => get<PuzzleStats[]>('/puzzles'),
  dailyPuzzle: (game: string) => get<PuzzleInfo>(`/puzzles/${game}`),
  nextPuzzle: (game: string) => get<PuzzleInfo>(`/puzzles/${game}/next`),
  puzzle: (game: string, id: string) => get<PuzzleInfo>(`/puzzles/${game}/${encodeURIComponent(id)}`),
  answerPuzzle: (game: string, id: string, move: string) => post<PuzzleVerdict>(`/puzzles/${game}/${id}`, { move }),

  openTables: () => get<Table[]>('/tables'),
  myTables: () => get<MyTable[]>('/tables/mine'),
  table: (id: string) => get<Table>(`/tables/${encodeURIComponent(id)}`),
  create: (draft: NewTable) => post<Table>('/tables', draft),
  join: (id: string, seat?: number, name?: string, part?: string) =>
    post<{ table: Table; seats: number[] }>(`/tables/${id}/join`, {
      seat: seat ?? null,
      name: name ?? null,
      part: part ?? null,
    }),
  contribute: (id: string, part: string) => ask<Table>('PUT', `/tables/${id}/part`, { part }),
  remove: (id: string, seat: number) => ask<Table>('DELETE', `/tables/${id}/seats/${seat}`),
  claimSeat: (id: string, seat: number) => post<null>(`/tables/${id}/claim`, { seat }),
  abort: (id: string) => post<null>(`/tables/${id}/abort`),
  leave: (id: string, seat?: number) => post<null>(`/tables/${id}/leave`, { seat: seat ?? null }),
  comeBack: (id: string) => post<null>(`/tables/${id}/return`),
  seatBot: (id: string, seat: number, level: string | null) =>
    ask<Table>('PUT', `/tables/${id}/seats/${seat}/bot`, { level }),
  start: (id: string) => post<Table>(`/tables/${id}/start`),
  rematch: (id: string) => post<Table>(`/tables/${id}/rematch`),
  hint: (id: string) => post<Hint>(`/tables/${id}/hint`),
  analysis: (id: string, after: number) =>
    get<AnalysisInfo>(`/tables/${encodeURIComponent(id)}/analysis?after=${after}`),
  coach: (id: string) => post<CoachVerdict>(`/tables/${encodeURIComponent(id)}/coach`),
  variations: (id: string) => get<VariationInfo[]>(`/tables/${encodeURIComponent(id)}/variations`),
  tryMove: (id: string, decision: number, move: string | null, against: 'master' | 'nobody') =>
    post<Table>(`/tables/${encodeURIComponent(id)}/variations`, { decision, move, against }),
  analyze: (id: string) => post<AnalysisInfo>(`/tables/${encodeURIComponent(id)}/analysis`),
  replaySteps: (id: string, seat: number | null, after: number, views: boolean) =>
    get<ReplayStep[]>(`/tables/${encodeURIComponent(id)}/steps${at(seat, `after=${after}&views=${views}`)}`),
  snapshot: (id: string) =>
    get<{ table: Table; setting: Setting | null }>(`/tables/${encodeURIComponent(id)}/snapshot`),
  editor: {
    look: (position: EditorPosition) => post<PositionView>('/editor/look', position),
    read: (text: string) => post<PositionView>('/editor/read', { text }),
    table: (position: EditorPosition, against: 'master' | 'nobody', seat: number | null) =>
      post<Table>('/editor/tables', { ...position, against, seat }),
    /** As text: a seed has 64 bits, more than a number of JavaScript holds exactly. */
    record: (position: EditorPosition) => askText('POST', '/editor/record', position),
    recordOf: (table: string) => askText('GET', `/tables/${encodeURIComponent(table)}/record`),
  },
  /** The seed of a match record. It has 64 bits, more than a number of JavaScript holds exactly. */
  recordedSeed: async (id: string): Promise<string> =>
    /"seed":\s*(\d+)/.exec(await (await fetch(`/api/tables/${id}/record`)).text())?.[1] ?? '',
  preview: (id: string, seat: number | null, number?: number) =>
    get<Preview>(`/tables/${id}/preview${at(seat, number === undefined ? '' : `number=${number}`)}`),
};
