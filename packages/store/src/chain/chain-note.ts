import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChainEnd, GENESIS_LINK } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { computeFormat1Seal, type SealedRecords } from './chain-hashes.ts';

/** File in the data folder with the end of the chain. Deleting the newest reports in the database doesn't change this note. */
export const CHAIN_FILE = 'chain.json';

/** The noted state of the chain. */
export interface NotedChain extends ChainEnd {
	/** The chain's end after a publication in progress; after a crash, the publication may or may not have been committed. */
	coming: ChainEnd | null;
	sealed: SealedRecords | null;
}

/** The chain in the database. */
export interface StoredChain {
	/** Returns the chain's end, and the format of the newest report; format 0 before the first report. */
	readNewest(): Promise<{ end: ChainEnd; format: number }>;
	/** Returns all reports, in the order of publication. */
	readRecords(): Promise<readonly ReportRecord[]>;
	/** Returns the link at a position of the chain; undefined if there is none. */
	readLink(links: number): Promise<string | undefined>;
}

/** Notes the end of the chain of reports outside of the database, at every publication. */
export interface ChainNote {
	/** Returns the noted state; undefined if the note is lost. */
	getNoted(): NotedChain | undefined;
	/** Returns why the chain doesn't match the note; undefined if no fault is known. */
	getFault(): string | undefined;
	/**
	 * Notes both ends of a publication. To be called in the publishing transaction, before the commit. If the chain does not end as noted, the note
	 * stays unchanged.
	 */
	beginPublication(previousEnd: ChainEnd, nextEnd: ChainEnd): Promise<void>;
	/** Notes that the publication is complete. To be called after the commit. */
	endPublication(end: ChainEnd): Promise<void>;
	/** Notes reports that other processes have published since. Does nothing if no other process uses the stores. */
	catchUp(): Promise<void>;
	/** Notes the current chain, even if it contradicts the note, on an administrator's decision. */
	accept(): Promise<void>;
}

export function writeChainNote(folder: string, note: NotedChain): Promise<void> {
	return writeNote(folder, CHAIN_FILE, note);
}

/** Writes a note atomically: readers see either the old or the new one, even after a power failure. */
export async function writeNote(folder: string, file: string, note: object): Promise<void> {
	const path = join(folder, file);
	const draft = `${path}.draft`;
	const writeAndSync = async (fileHandle: FileHandle, text?: string): Promise<void> => {
		try {
			if (text !== undefined) await fileHandle.writeFile(text);
			await fileHandle.sync();
		} finally {
			await fileHandle.close();
		}
	};
	await writeAndSync(await open(draft, 'w', 0o600), `${JSON.stringify(note, null, '\t')}\n`);
	await rename(draft, path);
	// Not every operating system can open a folder.
	const handle = await open(folder, 'r').catch(() => undefined);
	if (handle) await writeAndSync(handle).catch(() => {});
}

/** Reads a note; undefined if it doesn't exist or can't be read. */
export async function readNote<T>(folder: string, file: string): Promise<T | undefined> {
	const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
	if (text === undefined) return undefined;
	try {
		return JSON.parse(text) as T;
	} catch {
		return undefined;
	}
}

const LOST = 'The note of the newest report is missing from the data folder.';
const BROKEN = 'The newest report differs from the one noted in the data folder.';

/** Options of a process that shares its stores with others. */
export interface PeerOptions {
	/** The data folder was empty: a new process starts a note when it first needs one. */
	readonly isNew: boolean;
}

/**
 * Reads the note in a data folder and completes it after a crash. If all reports have format 1 and no note exists, starts a note and seals those reports.
 * `peers`: other processes share the stores and may have extended the chain, so the noted end must be in the chain but need not be its last link. A
 * process with peers writes its note when it publishes or verifies the chain, but not while it only reads.
 */
export async function openChainNote(folder: string, chain: StoredChain, peers?: PeerOptions): Promise<ChainNote> {
	let note = await readNote<NotedChain>(folder, CHAIN_FILE);
	let error: string | undefined;
	let writing: Promise<void> = Promise.resolve();
	const write = (next: NotedChain): Promise<void> => {
		note = next;
		writing = writing.catch(() => {}).then(() => writeChainNote(folder, next));
		return writing;
	};
	const noteCurrentChain = async (): Promise<void> => {
		const records = await chain.readRecords();
		const last = records.at(-1);
		await write({ links: last?.chainSeq ?? 0, link: last?.link ?? GENESIS_LINK, coming: null, sealed: computeFormat1Seal(records) });
		error = undefined;
	};

	const isInChain = async ({ links, link }: ChainEnd): Promise<boolean> =>
		(links === 0 ? GENESIS_LINK : await chain.readLink(links)) === link;
	const catchUp = async (): Promise<void> => {
		if (error !== undefined) return;
		const { end } = await chain.readNewest();
		if (!note) await noteCurrentChain();
		else if (!(await isInChain(note))) error = BROKEN;
		else if (!isSameEnd(note, end) || note.coming) await write({ ...note, ...end, coming: null });
	};

	const newest = await chain.readNewest();
	if (peers) {
		if (note ? !(await isInChain(note)) : newest.format >= 2 && !peers.isNew) error = note ? BROKEN : LOST;
	} else if (note === undefined) {
		if (newest.format >= 2) error = LOST;
		else await noteCurrentChain();
	} else if (isSameEnd(note.coming, newest.end)) await write({ ...note, ...newest.end, coming: null });
	else if (!isSameEnd(note, newest.end)) error = BROKEN;
	else if (note.coming) await write({ ...note, coming: null });

	return {
		catchUp: async () => {
			if (peers) await catchUp();
		},
		getNoted: () => note,
		getFault: () => error,
		beginPublication: async (previousEnd, nextEnd) => {
			if (peers && !(note && isSameEnd(note, previousEnd))) await catchUp();
			if (note && (isSameEnd(note, previousEnd) || isSameEnd(note.coming, previousEnd)))
				await write({ ...note, ...previousEnd, coming: nextEnd });
			else error ??= note ? BROKEN : LOST;
		},
		endPublication: async (end) => {
			if (note && isSameEnd(note.coming, end)) await write({ ...note, ...end, coming: null });
		},
		accept: noteCurrentChain,
	};
}

function isSameEnd(one: ChainEnd | null | undefined, other: ChainEnd): boolean {
	return one?.links === other.links && one.link === other.link;
}
