import { gzipSync } from 'node:zlib';

/** A gzip file with the same bytes on every system and with every version of zlib: its content is stored, not compressed. */
export function makeGzip(content: string | Buffer): Buffer {
	const packed = gzipSync(content, { level: 0 });
	const [systemByte, unknownSystem] = [9, 255];
	packed[systemByte] = unknownSystem;
	return packed;
}
