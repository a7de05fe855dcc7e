import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const chunk = (type: string, data: Buffer): Buffer => {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const framed = Buffer.alloc(body.length + 8);
	framed.writeUInt32BE(data.length, 0);
	body.copy(framed, 4);
	framed.writeUInt32BE(crc32(body), body.length + 4);
	return framed;
};

/** A square PNG of 8-bit RGB pixels, row by row (W3C PNG, third edition). */
export const encodePng = (size: number, rgb: Uint8Array): Buffer => {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(size, 0);
	header.writeUInt32BE(size, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const rows = Buffer.alloc(size * (3 * size + 1));
	for (let y = 0; y < size; y++) rows.set(rgb.subarray(3 * size * y, 3 * size * (y + 1)), y * (3 * size + 1) + 1);
	return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
};
