import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChainEnd, GENESIS_LINK } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { type SealedRecords, sealOf } from './sealed-records.ts';

/** In the data folder, outside of the database: whoever deletes the newest reports there does not delete what is noted of them here. */
export const CHAIN_FILE = 'chain.json';

/** What is noted. */
export interface NotedChain extends ChainEnd {
	/** A publication that has begun: after a crash it happened or did not. */
	coming: ChainEnd | null;
	sealed: SealedRecords | null;
}

/** The chain as the database has it. */
export interface StoredChain {
	/** Where it ends, and the format of its newest report; 0 before the first. */
	newest(): Promise<{ end: ChainEnd; format: number }>;
	/** Every report, in the order of publication. */
	records(): Promise<readonly ReportRecord[]>;
	/** The link at a place; undefined where there is none. */
	linkAt(links: number): Promise<string | undefined>;
}

/** How far the chain of reports has come, kept beside the database and written with every publication. */
export interface ChainNote {
	/** Undefined where the note is lost. */
	noted(): NotedChain | undefined;
	/** Why the chain is known to be broken; undefined while nothing is. */
	trouble(): string | undefined;
	/** In the transaction that publishes, before its commit. A chain that does not end as noted is left as it was noted. */
	expect(from: ChainEnd, to: ChainEnd): Promise<void>;
	/** After its commit. */
	arrived(end: ChainEnd): Promise<void>;
	/** Takes up what other processes have published since. Without others it does nothing. */
	catchUp(): Promise<void>;
	/** An administrator takes the chain as it stands now. */
	accept(): Promise<void>;
}

const same = (one: ChainEnd | null | undefined, other: ChainEnd): boolean => one?.links === other.links && one.link === other.link;

/** Whoever reads it sees the old note or the new one, also after a power cut. */
export const writeChainNote = async (folder: string, note: NotedChain): Promise<void> => {
	const path = join(folder, CHAIN_FILE);
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
	// Not every system lets a folder be opened.
	const entry = await open(folder, 'r').catch(() => undefined);
	if (entry) await synced(entry).catch(() => {});
};

const readNote = async (folder: string): Promise<NotedChain | undefined> => {
	const text = await readFile(join(folder, CHAIN_FILE), 'utf8').catch(() => undefined);
	if (text === undefined) return undefined;
	try {
		return JSON.parse(text) as NotedChain;
	} catch {
		return undefined;
	}
};

const LOST = 'The note of the newest report is missing from the data folder.';
const BROKEN = 'The newest report differs from the one noted in the data folder.';

/** Of a process that is one of many on the same stores. */
export interface AmongOthers {
	/** Nothing lay in the data folder: a process that is new here, which begins a note when it first needs one. */
	readonly isNew: boolean;
}

/**
 * Reads the note of a data folder and finishes what a crash left of it. A folder whose reports are all of format 1 has none yet: it is begun, and
 * those reports are sealed. `others`: what was noted has to be a part of the chain, which other processes have made longer; this one writes its note when it
 * publishes or walks the chain, and none while it only reads.
 */
export const openChainNote = async (folder: string, chain: StoredChain, others?: AmongOthers): Promise<ChainNote> => {
	let note = await readNote(folder);
	let trouble: string | undefined;
	let writing: Promise<void> = Promise.resolve();
	const write = (next: NotedChain): Promise<void> => {
		note = next;
		writing = writing.catch(() => {}).then(() => writeChainNote(folder, next));
		return writing;
	};
	const stands = async (): Promise<void> => {
		const records = await chain.records();
		const last = records.at(-1);
		await write({ links: last?.chainSeq ?? 0, link: last?.link ?? GENESIS_LINK, coming: null, sealed: sealOf(records) });
		trouble = undefined;
	};

	const isPart = async ({ links, link }: ChainEnd): Promise<boolean> => (links === 0 ? GENESIS_LINK : await chain.linkAt(links)) === link;
	const catchUp = async (): Promise<void> => {
		if (trouble !== undefined) return;
		const { end } = await chain.newest();
		if (!note) await stands();
		else if (!(await isPart(note))) trouble = BROKEN;
		else if (!same(note, end) || note.coming) await write({ ...note, ...end, coming: null });
	};

	const newest = await chain.newest();
	if (others) {
		if (note ? !(await isPart(note)) : newest.format === 2 && !others.isNew) trouble = note ? BROKEN : LOST;
	} else if (note === undefined) {
		if (newest.format === 2) trouble = LOST;
		else await stands();
	} else if (same(note.coming, newest.end)) await write({ ...note, ...newest.end, coming: null });
	else if (!same(note, newest.end)) trouble = BROKEN;
	else if (note.coming) await write({ ...note, coming: null });

	return {
		catchUp: async () => {
			if (others) await catchUp();
		},
		noted: () => note,
		trouble: () => trouble,
		expect: async (from, to) => {
			if (others && !(note && same(note, from))) await catchUp();
			if (note && (same(note, from) || same(note.coming, from))) await write({ ...note, ...from, coming: to });
			else trouble ??= note ? BROKEN : LOST;
		},
		arrived: async (end) => {
			if (note && same(note.coming, end)) await write({ ...note, ...end, coming: null });
		},
		accept: stands,
	};
};
