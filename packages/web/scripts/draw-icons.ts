/** Draws the raster icons from the same three arcs as `public/favicon.svg`: `node packages/web/scripts/draw-icons.ts`. */
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Encodes 8-bit RGB pixels, row by row, as a square PNG (W3C PNG, third edition). */
function encodePng(size: number, rgb: Uint8Array): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(size, 0);
	header.writeUInt32BE(size, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const rows = Buffer.alloc(size * (3 * size + 1));
	for (let y = 0; y < size; y++) rows.set(rgb.subarray(3 * size * y, 3 * size * (y + 1)), y * (3 * size + 1) + 1);
	return Buffer.concat([
		SIGNATURE,
		createChunk('IHDR', header),
		createChunk('IDAT', deflateSync(rows, { level: 9 })),
		createChunk('IEND', Buffer.alloc(0)),
	]);
}

function createChunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const chunkBytes = Buffer.alloc(body.length + 8);
	chunkBytes.writeUInt32BE(data.length, 0);
	body.copy(chunkBytes, 4);
	chunkBytes.writeUInt32BE(crc32(body), body.length + 4);
	return chunkBytes;
}

type Colour = readonly [red: number, green: number, blue: number];

const BACKGROUND: Colour = [12, 16, 21];
/** Colors of the arcs, clockwise from the top. Each arc is a third of the circle. */
const ARCS: readonly Colour[] = [
	[240, 97, 109],
	[143, 139, 240],
	[47, 191, 155],
];
/** Radii of the ring, as fractions of half the icon. Systems may crop a maskable icon, but only outside the ring. */
const INNER_RADIUS = 0.32;
const OUTER_RADIUS = 0.66;
/** Samples along each side of a pixel. */
const SAMPLES_PER_SIDE = 4;

function drawIcon(size: number): Uint8Array {
	const pixels = new Uint8Array(3 * size * size);
	for (let i = 0; i < size * size; i++) {
		const sum = [0, 0, 0];
		for (let s = 0; s < SAMPLES_PER_SIDE * SAMPLES_PER_SIDE; s++) {
			const x = (i % size) + ((s % SAMPLES_PER_SIDE) + 0.5) / SAMPLES_PER_SIDE;
			const y = Math.floor(i / size) + (Math.floor(s / SAMPLES_PER_SIDE) + 0.5) / SAMPLES_PER_SIDE;
			const colour = colourAt((2 * x) / size - 1, (2 * y) / size - 1);
			colour.forEach((part, c) => {
				sum[c] = (sum[c] ?? 0) + part;
			});
		}
		pixels.set(
			sum.map((part) => part / (SAMPLES_PER_SIDE * SAMPLES_PER_SIDE)),
			3 * i,
		);
	}
	return pixels;
}

function colourAt(x: number, y: number): Colour {
	const radius = Math.hypot(x, y);
	if (radius < INNER_RADIUS || radius > OUTER_RADIUS) return BACKGROUND;
	const turn = (Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1;
	return ARCS[Math.floor(turn * ARCS.length)] ?? BACKGROUND;
}

for (const size of [192, 512]) writeFileSync(new URL(`../public/icon-${size}.png`, import.meta.url), encodePng(size, drawIcon(size)));
