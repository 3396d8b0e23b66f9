// Game clients are loaded on demand. A game without a client of its own uses the plain one.
import { locale } from '../lib/i18n.svelte';
import type { GameName } from '../lib/protocol';
import type { GameClient } from './contract';

const CLIENTS = import.meta.glob<GameClient>('./*/index.ts', { import: 'default' });

export async function gameClient(name: GameName): Promise<GameClient> {
  const own = CLIENTS[`./${name}/index.ts`];
  const load = own ?? CLIENTS['./plain/index.ts']!;
  const [client] = await Promise.all([load(), locale.load(own ? name : 'plain')]);
  return client;
}
