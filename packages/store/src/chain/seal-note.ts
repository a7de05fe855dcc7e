import type { ChainEnd } from '@sw/domain/reports/chain';
import { readNote, writeNote } from './chain-note.ts';

/** In the data folder, outside of the database: the newest seals can't be deleted there without a difference here. */
export const SEALS_FILE = 'seals.json';

/** The chain of record seals as the database has it. */
export interface StoredSeals {
	/** The newest seal; no links before the first. */
	end(): Promise<ChainEnd>;
	/** Undefined where there is none. */
	linkAt(links: number): Promise<string | undefined>;
	/** Whether a note was ever begun for this database. */
	wasNoted(): Promise<boolean>;
	markNoted(): Promise<void>;
}

/** How far the chain of record seals has come, noted beside the database. */
export interface SealNote {
	/** Undefined where the note is lost. */
	noted(): ChainEnd | undefined;
	/** Why seals are known to be missing; undefined while nothing is. */
	fault(): string | undefined;
	/** Compares the note with the database, and moves it to the newest seal where it still fits. */
	catchUp(): Promise<void>;
	/** An administrator takes the seals as they are now. */
	accept(): Promise<void>;
}

const LOST = 'The note of the newest record seal is missing from the data folder.';
const CUT = 'The record seals end before the one noted in the data folder, or differ from it.';

/**
 * Reads the note of a data folder and compares it. What is noted has to be a part of the chain: seals that came after it are taken up. `isNew`: a process that is new
 * beside others begins a note of its own.
 */
export async function openSealNote(folder: string, seals: StoredSeals, { isNew }: { isNew: boolean }): Promise<SealNote> {
	let note = await readNote<ChainEnd>(folder, SEALS_FILE);
	let error: string | undefined;
	const write = async (end: ChainEnd): Promise<void> => {
		await writeNote(folder, SEALS_FILE, end);
		note = end;
	};
	const begin = async (): Promise<void> => {
		await write(await seals.end());
		await seals.markNoted();
		error = undefined;
	};
	const compare = async (): Promise<void> => {
		if (error !== undefined) return;
		if (!note) {
			if (!isNew && (await seals.wasNoted())) error = LOST;
			else await begin();
			return;
		}
		const end = await seals.end();
		if (note.links > 0 && (await seals.linkAt(note.links)) !== note.link) error = CUT;
		else if (end.links !== note.links) await write(end);
	};
	// One after another, so that an older end never replaces a newer one.
	let running: Promise<void> = Promise.resolve();
	const runLimited = (act: () => Promise<void>): Promise<void> => {
		running = running.catch(() => {}).then(act);
		return running;
	};
	await runLimited(compare);
	return { noted: () => note, fault: () => error, catchUp: () => runLimited(compare), accept: () => runLimited(begin) };
}
