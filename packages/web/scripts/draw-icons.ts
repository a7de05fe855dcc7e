/** Draws the raster icons from the same three arcs as `public/favicon.svg`: `node packages/web/scripts/draw-icons.ts`. */
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A square PNG of 8-bit RGB pixels, row by row (W3C PNG, third edition). */
function encodePng(size: number, rgb: Uint8Array): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(size, 0);
	header.writeUInt32BE(size, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const rows = Buffer.alloc(size * (3 * size + 1));
	for (let y = 0; y < size; y++) rows.set(rgb.subarray(3 * size * y, 3 * size * (y + 1)), y * (3 * size + 1) + 1);
	return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const framed = Buffer.alloc(body.length + 8);
	framed.writeUInt32BE(data.length, 0);
	body.copy(framed, 4);
	framed.writeUInt32BE(crc32(body), body.length + 4);
	return framed;
}

type Colour = readonly [red: number, green: number, blue: number];

const GROUND: Colour = [12, 16, 21];
/** Clockwise from the top, a third of the circle each. */
const ARCS: readonly Colour[] = [
	[240, 97, 109],
	[143, 139, 240],
	[47, 191, 155],
];
/** As fractions of half the icon; the rim leaves the margin that a maskable icon may lose. */
const INNER = 0.32;
const OUTER = 0.66;
/** Samples along each side of a pixel. */
const SAMPLES = 4;

function draw(size: number): Uint8Array {
	const pixels = new Uint8Array(3 * size * size);
	for (let i = 0; i < size * size; i++) {
		const sum = [0, 0, 0];
		for (let s = 0; s < SAMPLES * SAMPLES; s++) {
			const x = (i % size) + ((s % SAMPLES) + 0.5) / SAMPLES;
			const y = Math.floor(i / size) + (Math.floor(s / SAMPLES) + 0.5) / SAMPLES;
			const colour = colourAt((2 * x) / size - 1, (2 * y) / size - 1);
			colour.forEach((part, c) => {
				sum[c] = (sum[c] ?? 0) + part;
			});
		}
		pixels.set(
			sum.map((part) => part / (SAMPLES * SAMPLES)),
			3 * i,
		);
	}
	return pixels;
}

function colourAt(x: number, y: number): Colour {
	const radius = Math.hypot(x, y);
	if (radius < INNER || radius > OUTER) return GROUND;
	const turn = (Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1;
	return ARCS[Math.floor(turn * ARCS.length)] ?? GROUND;
}

for (const size of [192, 512]) writeFileSync(new URL(`../public/icon-${size}.png`, import.meta.url), encodePng(size, draw(size)));
