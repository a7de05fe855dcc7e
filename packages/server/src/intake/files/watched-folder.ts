/** Imports whatever is dropped into a folder, once it has stopped growing, and moves it away: to 'done', or to 'failed' with a note beside it. */
import { lstat, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { createTurns } from '../../platform/turns.ts';

export interface WatchedFolderOptions {
	folder: string;
	wall: WallClock;
	/** Reads one file or folder; answers whether all of it was taken. */
	importPath(path: string, say: (line: string) => void): Promise<boolean>;
	say(line: string): void;
}

export interface WatchedFolder {
	/** Looks now, as it does by itself every few seconds. */
	look(): Promise<void>;
	/** Ends after the import that is under way. */
	close(): Promise<void>;
}

const LOOK_EVERY = 5_000;
const [DONE, FAILED] = ['done', 'failed'] as const;

/** Bytes and time of change of a file, or of everything below a folder. */
const stateOf = async (path: string): Promise<string> => {
	const stat = await lstat(path);
	if (!stat.isDirectory()) return `${stat.size} ${stat.mtimeMs}`;
	const names = (await readdir(path)).sort();
	return (await Promise.all(names.map(async (name) => `${name} ${await stateOf(join(path, name))}`))).join('\n');
};

/** Creates the folder. Names that begin with a dot are somebody's unfinished copies and left alone. */
export const watchFolder = async ({ folder, wall, importPath, say }: WatchedFolderOptions): Promise<WatchedFolder> => {
	for (const name of [DONE, FAILED]) await mkdir(join(folder, name), { recursive: true });
	/** What was there at the last look: who looks the same twice has been copied whole. */
	let seen = new Map<string, string>();
	let isClosed = false;
	let cancel = (): void => {};
	let work: Promise<void> = Promise.resolve();

	const moveTo = async (where: string, name: string): Promise<void> =>
		rename(join(folder, name), join(folder, where, `${new Date(wall.now()).toISOString().replaceAll(':', '-')} ${name}`));
	const take = async (name: string): Promise<void> => {
		const lines: string[] = [];
		const tell = (line: string): void => {
			lines.push(line);
			say(line);
		};
		let isGood = false;
		try {
			isGood = await importPath(join(folder, name), tell);
		} catch (error) {
			tell(error instanceof Error ? error.message : String(error));
		}
		// Broken off by the end of the product: the next start takes it again.
		if (!isGood && isClosed) return;
		if (!isGood) await writeFile(join(folder, FAILED, `${name}.txt`), `${lines.join('\n')}\n`);
		await moveTo(isGood ? DONE : FAILED, name);
	};
	const lookNow = async (): Promise<void> => {
		const names = (await readdir(folder)).filter((name) => name !== DONE && name !== FAILED && !name.startsWith('.')).sort();
		const now = new Map<string, string>();
		for (const name of names) now.set(name, await stateOf(join(folder, name)));
		const ready = names.filter((name) => seen.get(name) === now.get(name));
		seen = now;
		for (const name of ready) if (!isClosed) await take(name);
	};
	const inTurn = createTurns();
	const look = (): Promise<void> => inTurn(lookNow);
	const beat = (): void => {
		work = look()
			// The folder may be gone for a moment; the next look will tell.
			.catch((error) => say(`The folder ${folder} cannot be watched: ${error instanceof Error ? error.message : String(error)}`))
			.then(() => {
				if (!isClosed) cancel = wall.after(LOOK_EVERY, beat);
			});
	};
	cancel = wall.after(LOOK_EVERY, beat);
	return {
		look,
		close: async () => {
			isClosed = true;
			cancel();
			await work;
			cancel();
		},
	};
};
