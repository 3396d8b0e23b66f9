// The picture to keep of a match: the game's own picture above, names and points below. An image of 1200 by 630, the
// size that previews of links have; the server makes the same for links (server/link_picture.py).

export const WIDE = 1200;
export const HIGH = 630;

/** A game's picture: the inside of an SVG 1200 wide and so high, by day and without anything from outside. */
export interface Art {
  inside: string;
  height: number;
}

export interface Place {
  seat: number;
  name: string;
  rank: number;
  /** In words: "72 points". */
  result: string;
}

export const SEAT_COLORS = ['#2f4b7c', '#c8452f', '#5f7f4a', '#c79a3b', '#74476f', '#4f8fa3', '#22252b', '#e3a7a4'];
const PAPER = '#f6f1e7';
const INK = '#22252b';
const RED = '#a93522';
const MARGIN = 56;

/** An image of its own, as an address. */
export function artUrl({ inside, height }: Art, width = WIDE): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

async function painted(art: Art): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = artUrl(art);
  await image.decode();
  return image;
}

/** The picture as a PNG, painted by the browser. */
export async function keepsakePng(title: string, places: Place[], art: Art): Promise<Blob> {
  const [image] = await Promise.all([painted(art), document.fonts.load('700 40px Alegreya', title)]);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.drawImage(image, 0, 0);
  const write = (
    text: string,
    x: number,
    y: number,
    size: number,
    color = INK,
    align: CanvasTextAlign = 'left',
    most?: number,
  ) => {
    pen.font = `700 ${size}px Alegreya, Georgia, serif`;
    pen.fillStyle = color;
    pen.textAlign = align;
    pen.fillText(text, x, y, most);
  };
  write(title, MARGIN, art.height + 56, 42);
  write('Tabiji', WIDE - MARGIN, art.height + 56, 28, RED, 'right');
  const columns = places.length > 4 ? 2 : 1;
  const rows = Math.ceil(places.length / columns);
  const step = Math.min(64, (HIGH - art.height - 84) / rows);
  places.forEach(({ seat, name, rank, result }, i) => {
    const x = MARGIN + (Math.floor(i / rows) * (WIDE - MARGIN)) / 2;
    const right = x + (columns === 1 ? WIDE - 2 * MARGIN : (WIDE - 3 * MARGIN) / 2);
    const y = art.height + 74 + ((i % rows) + 0.7) * step;
    pen.beginPath();
    pen.arc(x + 12, y - step * 0.19, 11, 0, 2 * Math.PI);
    pen.fillStyle = SEAT_COLORS[seat % SEAT_COLORS.length]!;
    pen.fill();
    write(`${rank}. ${name}`, x + 38, y, step * 0.6, INK, 'left', right - x - 210);
    write(result, right, y, step * 0.6, INK, 'right', 160);
  });
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture'))), 'image/png'),
  );
}

/** Hand a picture on: to another app where the device can, else as a file. */
export async function handOn(picture: Blob, name: string, url: string): Promise<void> {
  const file = new File([picture], `${name}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] }) && matchMedia('(pointer: coarse)').matches)
    return navigator.share({ files: [file], url }).catch(() => undefined); // put away again
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
