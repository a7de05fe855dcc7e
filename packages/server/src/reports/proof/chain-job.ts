import type { X509Certificate } from 'node:crypto';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import { SEAL_CHANNEL, sealFaults } from '@sw/store/postgres/records/record-seals';
import { z } from 'zod';
import { createStoredCheck, type StoredCheck } from '../../market/stored/stored-check.ts';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { checkAnchors } from '../anchors/check-anchors.ts';
import { againLines, anchorLines, chainLines, derivedLines, sealLines, storedLines } from './chain-lines.ts';
import { checkChain } from './check-chain.ts';
import { checkDerived } from './check-derived.ts';
import { isDueOn, type Recheck, recheckReports } from './recheck-reports.ts';

export const CHAIN_LANE = 'chain';

/** Walks the chain of reports; once a day by itself. */
export const CHAIN_CHECK = defineJob({ kind: 'chain', lane: CHAIN_LANE, payload: z.object({}), retries: 2 });

/** What is known to be wrong with the chain, for health and the log. */
export interface ChainWatch {
	/** A sentence; undefined while nothing is known. */
	fault(): string | undefined;
	job: BoundJob;
	/** Takes up what the last walk before this start found. */
	recall(jobs: Pick<Jobs, 'newestDone'>): Promise<void>;
}

/** What the nightly walk needs beside the chain. */
export interface NightlyParts {
	stored?: Pick<StoredCheck, 'checkAll'>;
	/** Computes a report again from its inputs; without it none is. */
	verify?: Recheck['verify'];
	/** The wall clock: which reports are due follows from its day. */
	wallNow?(): number;
	/** Root certificates of witnesses; null: none are given. */
	roots?: readonly X509Certificate[] | null;
	/** Since when witnesses stamp the chain; undefined: they don't. */
	anchoredSince?: UtcMs | undefined;
}

/** Notes each new record seal in the data folder as soon as it is committed, in whichever process. */
export function followSeals({ records, seals }: Pick<Stores, 'records' | 'seals'>): Promise<Listener> {
	// One that fails is made up for by the next, or at the next start.
	const note = (): void => void seals.catchUp().catch(() => {});
	return listen(records.url, { channel: SEAL_CHANNEL, onMessage: note, onResume: note });
}

const HOW = 'For details run: npm run report -- verify --chain';

export function watchChain(
	stores: Pick<Stores, 'records' | 'series' | 'chain' | 'seals'>,
	onError: (what: string, error: unknown) => void,
	{ stored = createStoredCheck(stores), verify, wallNow = () => 0, roots = null, anchoredSince }: NightlyParts = {},
): ChainWatch {
	let faults = 0;
	return {
		fault: () => {
			if (faults > 0) return `${faults} ${faults === 1 ? 'fault was' : 'faults were'} found in the stored reports. ${HOW}`;
			const fault = stores.chain.fault() ?? stores.seals.fault();
			return fault && `${fault} ${HOW}`;
		},
		job: bindJob(CHAIN_CHECK, async (_, { progress, say, signal }) => {
			const verdict = await checkChain(stores, (share) => progress('Verifying the chain of reports', share), signal);
			faults = verdict.faults.length;
			const differences = await stored.checkAll((share) => progress('Verifying the stored market data', share), signal);
			const isDue = (record: ReportRecord): boolean => isDueOn(record, wallNow());
			const derived = await checkDerived(stores, {
				isDue,
				onShare: (share) => progress('Verifying data derived from reports', share),
				signal,
			});
			const again = verify
				? await recheckReports(stores, { verify, isDue, onShare: (share) => progress('Recomputing reports', share), signal })
				: [];
			const anchors = await checkAnchors(stores, { roots, since: anchoredSince, wallNow: wallNow() });
			const seals = await sealFaults(stores.records.db);
			await stores.seals.catchUp();
			const cut = stores.seals.fault();
			faults += derived.length + again.length + seals.length + anchors.faults.length + Number(cut !== undefined);
			const lines = [
				...chainLines(verdict),
				...storedLines(differences),
				...derivedLines(derived),
				...againLines(again),
				...sealLines(seals, cut),
				...anchorLines(anchors),
			];
			for (const line of lines) say(line);
			if (faults > 0 || differences.length > 0) onError('report verification failed', new Error(lines.join('\n')));
			return { links: verdict.links, rows: verdict.rows, faults, differences: differences.length, lines };
		}),
		recall: async (jobs) => {
			faults = Number((await jobs.newestDone(CHAIN_CHECK.kind))?.result?.['faults'] ?? 0);
		},
	};
}
