/** Stores uploaded files, each in its own folder, until they are imported, discarded or expired. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '@sw/domain/time/units';

/** Uploads expire after this long; an import queued behind other jobs has started by then. */
const MAX_AGE = 2 * DAY;

/** A plain file name of a table or an archive: no folders, no hidden files, no reserved device names. */
const VALID_NAME = /^[A-Za-z0-9][A-Za-z0-9 ._()+^=-]{0,110}\.(csv|tsv|txt|csv\.gz|tsv\.gz|txt\.gz|zip|tgz|tar\.gz|parquet)$/i;

/** Explains why a file name is invalid; undefined if it is valid. */
export function explainInvalidName(name: string): string | undefined {
	return VALID_NAME.test(name) && !name.includes('..')
		? undefined
		: 'Use a plain file name that ends with csv, tsv, txt (optionally .gz), zip, tgz, tar.gz or parquet.';
}

export interface Upload {
	readonly id: string;
	readonly name: string;
	readonly path: string;
	readonly bytes: number;
}

export function createUploads(folder: string, now: () => number) {
	const sweep = async (): Promise<void> => {
		for (const id of await readdir(folder).catch(() => [])) {
			const uploadFolder = join(folder, id);
			if (now() - (await stat(uploadFolder)).mtimeMs > MAX_AGE) await rm(uploadFolder, { recursive: true, force: true });
		}
	};
	const find = async (id: string): Promise<Upload | undefined> => {
		const names = await readdir(join(folder, id)).catch(() => []);
		const name = names[0];
		if (name === undefined) return undefined;
		const path = join(folder, id, name);
		return { id, name, path, bytes: (await stat(path)).size };
	};
	return {
		/** `name` must be valid, see explainInvalidName. */
		add: async (name: string, content: Buffer): Promise<Upload> => {
			await mkdir(folder, { recursive: true });
			await sweep();
			const id = randomUUID();
			await mkdir(join(folder, id));
			await writeFile(join(folder, id, name), content, { flag: 'wx' });
			return { id, name, path: join(folder, id, name), bytes: content.length };
		},
		sweep,
		/** `id` must be a UUID. */
		find,
		remove: (id: string): Promise<void> => rm(join(folder, id), { recursive: true, force: true }),
	};
}

export type Uploads = ReturnType<typeof createUploads>;
