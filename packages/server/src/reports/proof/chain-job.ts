import type { Stores } from '@sw/store/open';
import { z } from 'zod';
import { createStoredCheck, type StoredCheck } from '../../market/stored/stored-check.ts';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { chainLines, storedLines } from './chain-lines.ts';
import { checkChain } from './check-chain.ts';

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

const HOW = 'npm run report -- verify --chain names what.';

export const watchChain = (
	stores: Pick<Stores, 'records' | 'series' | 'chain'>,
	onTrouble: (what: string, error: unknown) => void,
	stored: Pick<StoredCheck, 'checkAll'> = createStoredCheck(stores),
): ChainWatch => {
	let faults = 0;
	return {
		fault: () => {
			if (faults > 0) return `${faults} ${faults === 1 ? 'fault was' : 'faults were'} found in the stored reports. ${HOW}`;
			const trouble = stores.chain.trouble();
			return trouble && `${trouble} ${HOW}`;
		},
		job: bindJob(CHAIN_CHECK, async (_, { progress, say, signal }) => {
			const verdict = await checkChain(stores, (share) => progress('Verifying the chain of reports', share), signal);
			faults = verdict.faults.length;
			const differences = await stored.checkAll((share) => progress('Verifying the stored market data', share), signal);
			const lines = [...chainLines(verdict), ...storedLines(differences)];
			for (const line of lines) say(line);
			if (faults > 0 || differences.length > 0) onTrouble('the chain of reports', new Error(lines.join('\n')));
			return { links: verdict.links, rows: verdict.rows, faults, differences: differences.length, lines };
		}),
		recall: async (jobs) => {
			faults = Number((await jobs.newestDone(CHAIN_CHECK.kind))?.result?.['faults'] ?? 0);
		},
	};
};
