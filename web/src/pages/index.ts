// Pages by the name of their route; all but the first page are loaded on demand.
import type { Component } from 'svelte';
import type { Route } from '../lib/routes';
import Home from './Home.svelte';

export type Page = Component<{ id: string; game: string }>;
const LAZY: Partial<Record<Route['page'], () => Promise<{ default: unknown }>>> = {
  new: () => import('./New.svelte'),
  editor: () => import('./Editor.svelte'),
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  rules: () => import('./Rules.svelte'),
  learn: () => import('./Learn.svelte'),
  puzzles: () => import('./Puzzles.svelte'),
  person: () => import('./Person.svelte'),
  reset: () => import('./Reset.svelte'),
  confirm: () => import('./Confirm.svelte'),
  admin: () => import('./Admin.svelte'),
  about: () => import('./About.svelte'),
  style: () => import('./Style.svelte'),
  not_found: () => import('./NotFound.svelte'),
};

export async function loadPage(name: Route['page']): Promise<Page> {
  const load = LAZY[name];
  return load ? ((await load()).default as Page) : (Home as unknown as Page);
}
