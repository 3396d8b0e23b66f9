// What travels between client and server: the types generated from the server's, by the names the client uses.
import type {
  EntryInfo,
  GameInfo,
  LiveClock,
  MovePreview,
  MyToken,
  NewTable as RequestedTable,
  NoClock,
  OptionInfo,
  Preview,
  ResultInfo,
  TableInfo,
  TableSetting,
  TurnClock,
} from './generated/server';

export type {
  Absence,
  AdminPerson,
  AdminReport,
  AdminTable,
  AnalysisInfo,
  AnalysisSummary,
  AnalyzedDecision,
  AnalyzedMatch,
  AnalyzedSeat,
  AuditEntry,
  Candidate,
  ChatLine,
  ClientMessage,
  Closed,
  CoachVerdict,
  EditorPosition,
  GameEvent,
  GameName,
  Hint,
  MatchSummary,
  Me,
  Measure,
  Menu,
  MovePreview,
  MyAccount,
  MySession,
  MyTable,
  Notices,
  Phrase,
  Position,
  PositionView,
  Presence,
  Preview,
  Profile,
  PuzzleInfo,
  PuzzleStats,
  PuzzleVerdict,
  ReasonInfo,
  ReplayStep,
  SeatInfo,
  ServerMessage,
  TurningPointInfo,
  VariationInfo,
  View,
} from './generated/server';
export type {
  EntryInfo as Entry,
  GameInfo as Game,
  MyToken as Token,
  OptionInfo as Option,
  ResultInfo as Result,
  TableInfo as Table,
};
export type { TableSetting as Setting };

/** A clock with all its numbers; requests may leave some out. */
export type TimeControl = NoClock | Required<LiveClock> | Required<TurnClock>;

/** A new table with everything said but the board. */
export type NewTable = Required<Omit<RequestedTable, 'players' | 'clock' | 'board'>> & {
  players: number;
  clock: TimeControl;
  board?: RequestedTable['board'];
};

/** What can be chosen, with the events and facts of one game. */
export type GamePreview<Event, Standing> = Omit<Preview, 'previews' | 'standing'> & {
  previews: (Omit<MovePreview, 'events'> & { events: Event[] })[];
  standing: Standing;
};
