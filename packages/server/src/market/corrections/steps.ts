import type { ExchangeDate } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import type { OtherJobs } from '../../platform/jobs/definition.ts';
import type { MarketParts } from '../parts.ts';
import { movePendingDates, readPendingDates, rebuildListName } from '../stored/pending-dates.ts';

/** Lets other jobs run between two steps of a long correction. */
export interface Steps {
	/** Whether other jobs are waiting. */
	areOtherJobsWaiting(): Promise<boolean>;
	/** Runs waiting jobs. Returns the parts to continue with, because other jobs can have changed tickers. */
	runOtherJobs(parts: MarketParts): Promise<MarketParts>;
	/** Dates that other jobs marked but did not rebuild, because they failed or were cancelled. */
	readonly unfinishedDates: ReadonlySet<ExchangeDate>;
}

export interface OpenCorrection {
	/** Opens parts for the correction. */
	openParts(): Promise<MarketParts>;
	readonly steps: Steps;
}

/**
 * Runs corrections one at a time; another one begins only between two steps of the current one. Each correction rebuilds only the dates that it marked. The
 * interrupted correction's dates are set aside in the store meanwhile, so that a crash loses none.
 */
export function createCorrectionOpener() {
	let nestingDepth = 0;

	return (otherJobs: OtherJobs | undefined, open: () => Promise<MarketParts>): OpenCorrection => {
		const unfinishedDates = new Set<ExchangeDate>();
		const steps: Steps = {
			areOtherJobsWaiting: async () => (await otherJobs?.areWaiting()) ?? false,
			runOtherJobs: async (parts) => {
				if (!otherJobs || !(await otherJobs.areWaiting())) return parts;
				const lists = getListNames(parts);
				const ownDates = await loadDates(parts.stores.records.db, lists.list);
				if (ownDates.size > 0) await movePendingDates(parts.stores, { from: lists.list, to: lists.aside }, ownDates);
				nestingDepth++;
				try {
					await otherJobs.run();
				} finally {
					nestingDepth--;
					for (const date of await loadDates(parts.stores.records.db, lists.list)) unfinishedDates.add(date);
					if (ownDates.size > 0) await movePendingDates(parts.stores, { from: lists.aside, to: lists.list }, ownDates);
				}
				return open();
			},
			unfinishedDates,
		};
		const openParts = async (): Promise<MarketParts> => {
			const openedParts = await open();
			if (nestingDepth > 0) return openedParts;
			const { list, aside } = getListNames(openedParts);
			const leftoverDates = await loadDates(openedParts.stores.records.db, aside);
			if (leftoverDates.size > 0) await movePendingDates(openedParts.stores, { from: aside, to: list }, leftoverDates);
			return openedParts;
		};
		return { openParts, steps };
	};
}

function getListNames({ provider }: MarketParts): { list: string; aside: string } {
	const list = rebuildListName(provider.name);
	return { list, aside: `${list}#aside` };
}

async function loadDates(db: Db, list: string): Promise<Set<ExchangeDate>> {
	return new Set((await readPendingDates(db, list)).keys());
}
