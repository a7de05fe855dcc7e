import type { ChainEnd } from '@sw/domain/reports/chain';
import { readNote, writeNote } from './chain-note.ts';

/** File in the data folder with the newest record seal. Deleting the newest seals in the database would contradict this note. */
export const SEALS_FILE = 'seals.json';

/** The chain of record seals in the database. */
export interface StoredSeals {
	/** Returns the newest seal; 0 links if there is none. */
	readEnd(): Promise<ChainEnd>;
	/** Returns the link at a position of the chain; undefined if there is none. */
	readLink(links: number): Promise<string | undefined>;
	/** Returns whether a note was ever started for this database. */
	wasNoted(): Promise<boolean>;
	markNoted(): Promise<void>;
}

/** Notes the end of the chain of record seals outside of the database. */
export interface SealNote {
	/** Returns the noted end; undefined if the note is lost. */
	getNoted(): ChainEnd | undefined;
	/** Returns why seals are known to be missing; undefined if no fault is known. */
	getFault(): string | undefined;
	/** Compares the note with the database, and updates it to the newest seal if it still fits. */
	catchUp(): Promise<void>;
	/** Notes the current seals, even if they contradict the note, on an administrator's decision. */
	accept(): Promise<void>;
}

const LOST = 'The note of the newest record seal is missing from the data folder.';
const TRUNCATED = 'The record seals end before the one noted in the data folder, or differ from it.';

/**
 * Reads the note of a data folder and compares it with the database. The chain must contain the noted end; newer seals are added to the note. `isNew`:
 * the data folder is new, so a missing note is no fault even if other processes have already used the database.
 */
export async function openSealNote(folder: string, seals: StoredSeals, { isNew }: { isNew: boolean }): Promise<SealNote> {
	let note = await readNote<ChainEnd>(folder, SEALS_FILE);
	let error: string | undefined;
	const write = async (end: ChainEnd): Promise<void> => {
		await writeNote(folder, SEALS_FILE, end);
		note = end;
	};
	const startNote = async (): Promise<void> => {
		await write(await seals.readEnd());
		await seals.markNoted();
		error = undefined;
	};
	const compare = async (): Promise<void> => {
		if (error !== undefined) return;
		if (!note) {
			if (!isNew && (await seals.wasNoted())) error = LOST;
			else await startNote();
			return;
		}
		const end = await seals.readEnd();
		if (note.links > 0 && (await seals.readLink(note.links)) !== note.link) error = TRUNCATED;
		else if (end.links !== note.links) await write(end);
	};
	// Serialized, so that an older end never replaces a newer one.
	let running: Promise<void> = Promise.resolve();
	const runSerially = (task: () => Promise<void>): Promise<void> => {
		running = running.catch(() => {}).then(task);
		return running;
	};
	await runSerially(compare);
	return { getNoted: () => note, getFault: () => error, catchUp: () => runSerially(compare), accept: () => runSerially(startNote) };
}
