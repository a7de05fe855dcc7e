/** Regular files of tar streams, read by tar-stream. Skips everything else (folders, links, devices). Writes nothing to disk. */
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { ImportError } from '../faults/import-error.ts';
import type { Bytes } from './unpack.ts';
import { checkName } from './zip.ts';

export interface TarPart {
	name: string;
	bytes: number;
	/** Must be read to the end, or abandoned, before the next part is requested. */
	content(): Bytes;
}

/** The oldest archives name no format. */
const OPTIONS = { highWaterMark: 256 * 1024, allowUnknownFormat: true };

/** The regular files of an unpacked tar stream, in its order. ImportError when it is damaged or names a path outside itself. */
export async function* readTar(bytes: Bytes): AsyncGenerator<TarPart> {
	const tar = extract(OPTIONS);
	const fed = pipeline(bytes, tar);
	// The loop below throws the same error.
	fed.catch(() => {});
	try {
		for await (const part of tar) {
			const { type, size = 0 } = part.header;
			const name = part.header.name.replace(/^\.\//, '');
			if (type === 'file') {
				checkName(name);
				yield { name, bytes: size, content: () => chunksOf(part) };
			}
			part.resume();
		}
		await fed;
	} catch (error) {
		if (error instanceof ImportError) throw error;
		throw new ImportError('damaged', error instanceof Error ? error.message : undefined, { cause: error });
	} finally {
		tar.destroy();
	}
}

async function* chunksOf(part: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
	for await (const chunk of part) yield chunk as Buffer;
}
