/** Writes the corpus of odd files next to this file: `node make-corpus.ts`. The committed corpus must equal its output. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CORPUS } from './corpus.ts';

/** Where the corpus is committed. */
export const CORPUS_FOLDER = join(import.meta.dirname, 'corpus');

export async function writeCorpus(folder: string): Promise<void> {
	for (const { name, files } of CORPUS)
		for (const [file, content] of Object.entries(files)) {
			const path = join(folder, name, file);
			await mkdir(dirname(path), { recursive: true });
			await writeFile(path, content);
		}
}

if (import.meta.main) {
	await rm(CORPUS_FOLDER, { recursive: true, force: true });
	await writeCorpus(CORPUS_FOLDER);
}
