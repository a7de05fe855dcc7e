import { Readable, Transform, type TransformCallback } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { ImportError } from '../faults/import-error.ts';
import type { UnpackMeter } from './unpack-limits.ts';

const CHUNK = 128 * 1024;

export type Bytes = AsyncIterable<Buffer>;

/** Unpacks one compressed stream within the meter's limits. Damage and truncation end it with an ImportError. */
export async function* unpack(packed: Bytes, method: 'gzip' | 'deflate', meter: UnpackMeter): AsyncGenerator<Buffer> {
	const inflate = method === 'gzip' ? createGunzip({ chunkSize: CHUNK }) : createInflateRaw({ chunkSize: CHUNK });
	const source = Readable.from(packed, { objectMode: false });
	const counted = counting(meter.in);
	source.on('error', (error) => inflate.destroy(error));
	counted.on('error', (error) => inflate.destroy(error));
	source.pipe(counted).pipe(inflate);
	try {
		for await (const chunk of inflate as AsyncIterable<Buffer>) {
			meter.out(chunk.length);
			yield chunk;
		}
	} catch (error) {
		if (error instanceof ImportError) throw error;
		throw new ImportError('damaged', error instanceof Error ? error.message : undefined, { cause: error });
	} finally {
		source.destroy();
		inflate.destroy();
	}
}

function counting(count: (bytes: number) => void): Transform {
	return new Transform({
		transform(chunk: Buffer, _encoding, done: TransformCallback) {
			try {
				count(chunk.length);
				done(null, chunk);
			} catch (error) {
				done(error as Error);
			}
		},
	});
}
