import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChainEnd, GENESIS_LINK } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { type SealedRecords, sealOf } from './chain-hashes.ts';

/** In the data folder, outside of the database, so that deleting the newest reports in the database does not remove this record of them. */
export const CHAIN_FILE = 'chain.json';

/** The recorded state of the chain. */
export interface NotedChain extends ChainEnd {
	/** A publication in progress: after a crash, it may or may not have happened. */
	coming: ChainEnd | null;
	sealed: SealedRecords | null;
}

/** The chain in the database. */
export interface StoredChain {
	/** Its end, and the format of its newest report; 0 before the first. */
	newest(): Promise<{ end: ChainEnd; format: number }>;
	/** Every report, in the order of publication. */
	records(): Promise<readonly ReportRecord[]>;
	/** The link at a position; undefined where there is none. */
	linkAt(links: number): Promise<string | undefined>;
}

/** Records the end of the chain of reports outside the database, with every publication. */
export interface ChainNote {
	/** Undefined if the record is lost. */
	noted(): NotedChain | undefined;
	/** Why the chain is broken; undefined if no fault is known. */
	fault(): string | undefined;
	/** To be called in the publishing transaction before its commit. If the chain does not end as recorded, the record is kept. */
	expect(from: ChainEnd, to: ChainEnd): Promise<void>;
	/** To be called after its commit. */
	arrived(end: ChainEnd): Promise<void>;
	/** Adds what other processes have published since. Does nothing without others. */
	catchUp(): Promise<void>;
	/** Accepts the chain in its current state, on an administrator's decision. */
	accept(): Promise<void>;
}

export function writeChainNote(folder: string, note: NotedChain): Promise<void> {
	return writeNote(folder, CHAIN_FILE, note);
}

/** Writes atomically: a reader sees either the old or the new record, even after a power failure. */
export async function writeNote(folder: string, file: string, note: object): Promise<void> {
	const path = join(folder, file);
	const draft = `${path}.draft`;
	const synced = async (file: FileHandle, text?: string): Promise<void> => {
		try {
			if (text !== undefined) await file.writeFile(text);
			await file.sync();
		} finally {
			await file.close();
		}
	};
	await synced(await open(draft, 'w', 0o600), `${JSON.stringify(note, null, '\t')}\n`);
	await rename(draft, path);
	// Not every system can open a folder.
	const entry = await open(folder, 'r').catch(() => undefined);
	if (entry) await synced(entry).catch(() => {});
}

/** Undefined where there is none, or none that can be read. */
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

/** For a process that shares its stores with others. */
export interface AmongOthers {
	/** The data folder was empty: a new process, which starts a record when it first needs one. */
	readonly isNew: boolean;
}

/**
 * Reads the record in a data folder and completes it after a crash. A folder with only reports of format 1 has none yet: it is started, and those
 * reports are sealed. `others`: the recorded part must be contained in the chain, which other processes may have extended; this process writes its
 * record when it publishes or verifies the chain, but not while it only reads.
 */
export async function openChainNote(folder: string, chain: StoredChain, peers?: AmongOthers): Promise<ChainNote> {
	let note = await readNote<NotedChain>(folder, CHAIN_FILE);
	let error: string | undefined;
	let writing: Promise<void> = Promise.resolve();
	const write = (next: NotedChain): Promise<void> => {
		note = next;
		writing = writing.catch(() => {}).then(() => writeChainNote(folder, next));
		return writing;
	};
	const verifyNote = async (): Promise<void> => {
		const records = await chain.records();
		const last = records.at(-1);
		await write({ links: last?.chainSeq ?? 0, link: last?.link ?? GENESIS_LINK, coming: null, sealed: sealOf(records) });
		error = undefined;
	};

	const isPart = async ({ links, link }: ChainEnd): Promise<boolean> => (links === 0 ? GENESIS_LINK : await chain.linkAt(links)) === link;
	const catchUp = async (): Promise<void> => {
		if (error !== undefined) return;
		const { end } = await chain.newest();
		if (!note) await verifyNote();
		else if (!(await isPart(note))) error = BROKEN;
		else if (!same(note, end) || note.coming) await write({ ...note, ...end, coming: null });
	};

	const newest = await chain.newest();
	if (peers) {
		if (note ? !(await isPart(note)) : newest.format >= 2 && !peers.isNew) error = note ? BROKEN : LOST;
	} else if (note === undefined) {
		if (newest.format >= 2) error = LOST;
		else await verifyNote();
	} else if (same(note.coming, newest.end)) await write({ ...note, ...newest.end, coming: null });
	else if (!same(note, newest.end)) error = BROKEN;
	else if (note.coming) await write({ ...note, coming: null });

	return {
		catchUp: async () => {
			if (peers) await catchUp();
		},
		noted: () => note,
		fault: () => error,
		expect: async (from, to) => {
			if (peers && !(note && same(note, from))) await catchUp();
			if (note && (same(note, from) || same(note.coming, from))) await write({ ...note, ...from, coming: to });
			else error ??= note ? BROKEN : LOST;
		},
		arrived: async (end) => {
			if (note && same(note.coming, end)) await write({ ...note, ...end, coming: null });
		},
		accept: verifyNote,
	};
}

function same(one: ChainEnd | null | undefined, other: ChainEnd): boolean {
	return one?.links === other.links && one.link === other.link;
}
