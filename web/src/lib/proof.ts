// The proof of the shuffle: what was published before the first move is the hash of what is told after the last.

/** SHA-256 of `salt:seed`, in hexadecimal; null where the browser does not compute hashes (a page without https). */
export async function commitment(salt: string, seed: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}:${seed}`));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
