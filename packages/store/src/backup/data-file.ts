import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError, type BackupFile } from './manifest.ts';

type Pieces = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** Writes a new file of the backup, readable only by its owner; files with names that end in .zst are compressed. Synced to disk when this resolves. */
export async function writeData(folder: string, file: string, pieces: Pieces): Promise<BackupFile> {
	const path = join(folder, file);
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const hash = createHash('sha256');
	let bytes = 0;
	const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of source) {
			hash.update(chunk);
			bytes += chunk.length;
			yield chunk;
		}
	};
	const source = Readable.from(pieces, { objectMode: false });
	const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
	await (file.endsWith('.zst') ? pipeline(source, createZstdCompress(), counted, target) : pipeline(source, counted, target));
	return { file, bytes, sha256: hash.digest('hex') };
}

/** The file's whole content, decompressed. */
export function readData(folder: string, file: string): Promise<Buffer> {
	return buffer(contentOf(folder, file));
}

/** The file's lines, split only at line feeds: text may contain other characters that readline treats as line ends. */
export async function* readLines(folder: string, file: string): AsyncGenerator<string> {
	let rest = '';
	for await (const text of contentOf(folder, file).setEncoding('utf8')) {
		const lines = `${rest}${text}`.split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
	if (rest !== '') yield rest;
}

function contentOf(folder: string, file: string): Readable {
	const stream = createReadStream(join(folder, file));
	if (!file.endsWith('.zst')) return stream;
	const content = createZstdDecompress();
	stream.on('error', (error) => content.destroy(error));
	return stream.pipe(content);
}

/** Throws a BackupError that names the first file that has changed since it was written. */
export async function verifyFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
	for (const { file, sha256 } of files) {
		const hash = createHash('sha256');
		try {
			for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk as Buffer);
		} catch (cause) {
			throw new BackupError(`can't read ${join(folder, file)}: the backup is incomplete.`, { cause });
		}
		if (hash.digest('hex') !== sha256)
			throw new BackupError(`${join(folder, file)} has changed since it was written: the backup is damaged.`);
	}
}
