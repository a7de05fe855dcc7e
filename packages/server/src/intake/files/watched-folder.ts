/** Imports files dropped into a folder once they stop changing, then moves them to 'done', or to 'failed' with a note. */
import { lstat, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';

export interface WatchedFolderOptions {
	folder: string;
	wall: WallClock;
	/** Imports one file or folder; returns whether all of it was imported. */
	importPath(path: string, print: (line: string) => void): Promise<boolean>;
	log(line: string): void;
}

export interface WatchedFolder {
	/** Scans the folder now, in addition to the regular scans. */
	scan(): Promise<void>;
	/** Current problems: the files in 'failed', and why the folder can't be used. */
	faults(): FolderErrors;
	/** Stops watching; resolves when an import in progress has ended. */
	close(): Promise<void>;
}

export interface FolderErrors {
	failed: readonly string[];
	fault: string | undefined;
}

/** Options of how files are read: 'name.import.json' next to a file, or 'import.json' for the whole folder. */
export const INSTRUCTIONS = 'import.json';

const SCAN_INTERVAL_MS = 5_000;
const [DONE, FAILED] = ['done', 'failed'] as const;
/** Names of moved files, such as '2024-07-01T14-30-00.000Z AAPL.csv'. Group: the original name. */
const MOVED_NAME = /^\d{4}-\d{2}-\d{2}T\S+ (.+)$/;

/** Creates the folder and watches it. Names that begin with a dot are unfinished copies and are ignored. */
export async function watchFolder({ folder, wall, importPath, log }: WatchedFolderOptions): Promise<WatchedFolder> {
	const createFolders = async (): Promise<void> => {
		for (const name of [DONE, FAILED]) await mkdir(join(folder, name), { recursive: true });
	};
	await createFolders();
	/** States of the files at the last scan: a file with the same state twice has been copied completely. */
	let lastStates = new Map<string, string>();
	/** Imported files that could not be moved away, with their state: a later scan moves them without importing them again. */
	const unmovedFiles = new Map<string, { state: string; isImported: boolean }>();
	let faults: FolderErrors = { failed: [], fault: undefined };
	let isClosed = false;
	let cancel = (): void => {};
	let currentScan: Promise<void> = Promise.resolve();

	const instructionsFileOf = (name: string): string => `${name}.${INSTRUCTIONS}`;
	const moveTo = async (subfolder: string, name: string): Promise<void> => {
		const stamp = new Date(wall.now()).toISOString().replaceAll(':', '-');
		await rename(join(folder, name), join(folder, subfolder, `${stamp} ${name}`));
		const instructions = instructionsFileOf(name);
		if (await readState(join(folder, instructions)))
			await rename(join(folder, instructions), join(folder, subfolder, `${stamp} ${instructions}`));
	};
	const importAndMove = async (name: string, state: string): Promise<void> => {
		const previous = unmovedFiles.get(name);
		let isImported = previous?.isImported ?? false;
		if (previous?.state !== state) {
			const lines: string[] = [];
			const report = (line: string): void => {
				lines.push(line);
				log(line);
			};
			isImported = false;
			try {
				isImported = await importPath(join(folder, name), report);
			} catch (error) {
				report(error instanceof Error ? error.message : String(error));
			}
			// The import was interrupted because the product stopped; the next start repeats it.
			if (!isImported && isClosed) return;
			unmovedFiles.set(name, { state, isImported });
			await createFolders();
			if (!isImported) await writeFile(join(folder, FAILED, `${name}.txt`), `${lines.join('\n')}\n`);
		}
		await moveTo(isImported ? DONE : FAILED, name);
		unmovedFiles.delete(name);
	};
	const isInput = (name: string): boolean =>
		name !== DONE && name !== FAILED && !name.startsWith('.') && name !== INSTRUCTIONS && !name.endsWith(`.${INSTRUCTIONS}`);
	const scanFolder = async (): Promise<void> => {
		await createFolders();
		const names = (await readdir(folder)).filter(isInput).sort();
		const folderInstructions = await readState(join(folder, INSTRUCTIONS));
		const states = new Map<string, string>();
		for (const name of names)
			states.set(
				name,
				[await readState(join(folder, name)), await readState(join(folder, instructionsFileOf(name))), folderInstructions].join('\n'),
			);
		const readyNames = names.filter((name) => lastStates.get(name) === states.get(name));
		lastStates = states;
		for (const name of unmovedFiles.keys()) if (!states.has(name)) unmovedFiles.delete(name);
		for (const name of readyNames) if (!isClosed) await importAndMove(name, states.get(name) as string);
		const failed = (await readdir(join(folder, FAILED))).flatMap((name) => MOVED_NAME.exec(name)?.[1] ?? []);
		faults = { failed: failed.filter((name) => !name.endsWith(`.${INSTRUCTIONS}`)).sort(), fault: undefined };
	};
	const runLimited = createSemaphore();
	const scanNow = (): Promise<void> =>
		runLimited(async () => {
			try {
				await scanFolder();
			} catch (error) {
				const message = `The folder ${folder} can't be used: ${error instanceof Error ? error.message : String(error)}`;
				// Logged once, because the folder is scanned again every few seconds.
				if (faults.fault !== message) log(message);
				faults = { ...faults, fault: message };
			}
		});
	const scanRepeatedly = (): void => {
		currentScan = scanNow().then(() => {
			if (!isClosed) cancel = wall.after(SCAN_INTERVAL_MS, scanRepeatedly);
		});
	};
	cancel = wall.after(SCAN_INTERVAL_MS, scanRepeatedly);
	return {
		scan: scanNow,
		faults: () => faults,
		close: async () => {
			isClosed = true;
			cancel();
			await currentScan;
			cancel();
		},
	};
}

/** Returns the size and modification time of a file, or of everything below a folder; empty if the path does not exist. */
async function readState(path: string): Promise<string> {
	const stat = await lstat(path).catch(() => undefined);
	if (!stat) return '';
	if (!stat.isDirectory()) return `${stat.size} ${stat.mtimeMs}`;
	const names = (await readdir(path).catch(() => [])).sort();
	return (await Promise.all(names.map(async (name) => `${name} ${await readState(join(path, name))}`))).join('\n');
}
