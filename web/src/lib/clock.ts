// Time on clocks, as people read it.

/** 75000 → 1:15, 3661000 → 1:01:01, 90061000 → 1d 1h; below ten seconds with tenths. */
export function formatTime(milliseconds: number, day: string, hour: string): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const days = Math.floor(seconds / 86_400);
  if (days > 0) return `${days}${day} ${Math.floor((seconds % 86_400) / 3600)}${hour}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
