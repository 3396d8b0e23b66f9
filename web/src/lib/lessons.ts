// First journeys in this browser: which tables have a lesson, and which hints were read there.
const KEY = 'tabiji.lessons';
const MOST = 8; // older ones are forgotten

type Lessons = Record<string, string[]>;

function kept(): Lessons {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Lessons;
  } catch {
    return {}; // no storage, or somebody else's
  }
}

function keep(lessons: Lessons): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(lessons).slice(-MOST))));
  } catch {
    // private windows may keep nothing: the lesson lasts as long as the page
  }
}

/** The hints read at a table, or null where there is no lesson. */
export function lesson(table: string): string[] | null {
  return kept()[table] ?? null;
}

export function note(table: string, read: string[]): void {
  keep({ ...kept(), [table]: read });
}

export function stop(table: string): void {
  const { [table]: _, ...others } = kept();
  keep(others);
}
