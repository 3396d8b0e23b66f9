// A browser by what it says about itself: its name and the system, without versions.
const BROWSERS = [/(Edg)e?\//, /(OPR)\//, /(Firefox)\//, /(Chrom)(?:e|ium)\//, /(Safari)\//];
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Chrom: 'Chrome' };
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'];

export function browserName(agent: string): string | null {
  const found = BROWSERS.map((one) => one.exec(agent)?.[1]).find((name) => name !== undefined);
  const system = SYSTEMS.find((one) => agent.includes(one));
  const browser = found === undefined ? undefined : (NAMES[found] ?? found);
  return [browser, system].filter(Boolean).join(', ') || null;
}
