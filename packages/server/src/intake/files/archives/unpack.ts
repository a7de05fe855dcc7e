import { Readable, Transform, type TransformCallback } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { ImportError } from '../faults/import-error.ts';

const CHUNK_BYTES = 128 * 1024;

export type Bytes = AsyncIterable<Buffer>;

/** Unpacks one compressed stream within the meter's limits. Throws ImportError on damage, truncation, or a passed limit. */
export async function* unpack(packed: Bytes, method: 'gzip' | 'deflate', meter: UnpackMeter): AsyncGenerator<Buffer> {
	const inflate = method === 'gzip' ? createGunzip({ chunkSize: CHUNK_BYTES }) : createInflateRaw({ chunkSize: CHUNK_BYTES });
	const source = Readable.from(packed, { objectMode: false });
	const counter = createByteCounter(meter.countPacked);
	source.on('error', (error) => inflate.destroy(error));
	counter.on('error', (error) => inflate.destroy(error));
	source.pipe(counter).pipe(inflate);
	try {
		for await (const chunk of inflate as AsyncIterable<Buffer>) {
			meter.countUnpacked(chunk.length);
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

function createByteCounter(count: (bytes: number) => void): Transform {
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

export interface UnpackLimits {
	/** Maximum unpacked bytes per packed byte. */
	ratio: number;
	/** Maximum unpacked bytes of a whole archive. */
	bytes: number;
}
export const DEFAULT_LIMITS: UnpackLimits = { ratio: 200, bytes: 4 * 1024 ** 3 };

/** Output below which the ratio is not checked: a small file of repeated lines can legitimately compress 500 to 1. */
const MIN_RATIO_CHECK_BYTES = 1024 * 1024;

/** Counts the packed and unpacked bytes of an archive; throws ImportError once a limit is passed. */
export interface UnpackMeter {
	countPacked(bytes: number): void;
	countUnpacked(bytes: number): void;
}

export function createUnpackMeter({ ratio, bytes }: UnpackLimits): UnpackMeter {
	let packed = 0;
	let unpacked = 0;
	return {
		countPacked: (n) => {
			packed += n;
		},
		countUnpacked: (n) => {
			unpacked += n;
			if (unpacked > bytes) throw new ImportError('size');
			if (unpacked > MIN_RATIO_CHECK_BYTES && unpacked > packed * ratio) throw new ImportError('ratio');
		},
	};
}
