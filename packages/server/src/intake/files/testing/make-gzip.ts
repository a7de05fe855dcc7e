import { gzipSync } from 'node:zlib';

/** A gzip file with the same bytes on every system and with every version of zlib: its content is stored, not compressed. */
export function makeGzip(content: string | Buffer): Buffer {
	const packed = gzipSync(content, { level: 0 });
	const [system, unknown] = [9, 255];
	packed[system] = unknown;
	return packed;
}
