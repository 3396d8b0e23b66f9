// What an entry changes in a view: JSON Pointers, and the values that stand there now.

/** The view after an entry. Parts that did not change are the same objects as before. */
export function applyChanges<T>(view: T, changes: Record<string, unknown>): T {
  let changed: unknown = view;
  for (const [pointer, value] of Object.entries(changes)) {
    changed = withValue(changed, pointer.slice(1).split('/'), value);
  }
  return changed as T;
}

function withValue(part: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(part) ? [...(part as unknown[])] : { ...(part as object) }) as Record<string, unknown>;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}
