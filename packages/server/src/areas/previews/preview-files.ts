import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PREVIEW_TYPES, type PreviewType } from '@sw/domain/previews/preview-file';
import { DAY } from '@sw/domain/time/units';

/** Files of uploaded previews. Their folder is in the data folder, so that backups contain them. */
export interface PreviewFiles {
	/** Resolves when the file is on disk. */
	add(id: string, type: PreviewType, bytes: Uint8Array): Promise<void>;
	pathOf(id: string, type: PreviewType): string;
	remove(id: string, type: PreviewType): Promise<void>;
	/** Removes files of interrupted uploads, whose id isn't in `storedIds`. Keeps files of the last day, whose upload can still be in progress. */
	sweep(storedIds: ReadonlySet<string>): Promise<void>;
}

export function createPreviewFiles(folder: string, now: () => number): PreviewFiles {
	const pathOf = (id: string, type: PreviewType): string => join(folder, `${id}.${PREVIEW_TYPES[type].ending}`);
	return {
		pathOf,
		add: async (id, type, bytes) => {
			await mkdir(folder, { recursive: true });
			const path = pathOf(id, type);
			await writeFile(`${path}.part`, bytes, { flag: 'wx', flush: true });
			await rename(`${path}.part`, path);
		},
		remove: (id, type) => rm(pathOf(id, type), { force: true }),
		sweep: async (storedIds) => {
			for (const name of await readdir(folder).catch(() => [])) {
				if (storedIds.has(name.replace(/\..*$/, ''))) continue;
				const path = join(folder, name);
				if (now() - (await stat(path)).mtimeMs > DAY) await rm(path, { force: true });
			}
		},
	};
}
