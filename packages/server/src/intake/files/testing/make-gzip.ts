import { gzipSync } from 'node:zlib';

/** A gz file whose bytes are the same with every zlib and on every system: it is stored, not squeezed. */
export function makeGzip(content: string | Buffer): Buffer {
	const packed = gzipSync(content, { level: 0 });
	const [system, unknown] = [9, 255];
	packed[system] = unknown;
	return packed;
}
