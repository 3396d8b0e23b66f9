// A position in the address: nothing is kept on the server, and a link is all that is needed to share it.
import type { EditorPosition } from '../lib/protocol';

async function through(bytes: Uint8Array<ArrayBuffer>, way: TransformStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());
}

export async function writeLink(position: EditorPosition): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(position));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...packed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Fails if it is no link of a position. Whether there can be such a position only the server knows. */
export async function readLink(link: string): Promise<EditorPosition> {
  const packed = Uint8Array.from(atob(link.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const bytes = await through(packed, new DecompressionStream('deflate-raw'));
  return JSON.parse(new TextDecoder().decode(bytes)) as EditorPosition;
}
