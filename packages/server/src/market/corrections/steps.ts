import type { ExchangeDate } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import type { OtherJobs } from '../../platform/jobs/definition.ts';
import type { MarketParts } from '../parts.ts';
import { movePendingDates, pendingDates, rebuildList } from '../stored/pending-dates.ts';

/** Lets other jobs run between two steps of a long correction. */
export interface Steps {
	/** Whether other jobs are waiting. */
	othersWait(): Promise<boolean>;
	/** Runs waiting jobs. Returns the parts to continue with, because other jobs can have changed tickers. */
	runOthers(parts: MarketParts): Promise<MarketParts>;
	/** Dates that other jobs marked but did not rebuild, because they failed or were cancelled. */
	readonly left: ReadonlySet<ExchangeDate>;
}

export interface OpenCorrection {
	/** Opens parts for the correction. */
	parts(): Promise<MarketParts>;
	readonly steps: Steps;
}

/**
 * Runs corrections one at a time; another one begins only between two steps of the current one. Each correction rebuilds only the dates that it marked. The
 * interrupted correction's dates are set aside in the store meanwhile, so that a crash loses none.
 */
export function createCorrections() {
	let depth = 0;

	return (otherJobs: OtherJobs | undefined, open: () => Promise<MarketParts>): OpenCorrection => {
		const unfinished = new Set<ExchangeDate>();
		const steps: Steps = {
			othersWait: async () => (await otherJobs?.areWaiting()) ?? false,
			runOthers: async (parts) => {
				if (!otherJobs || !(await otherJobs.areWaiting())) return parts;
				const lists = listsOf(parts);
				const ownDates = await datesOf(parts.stores.records.db, lists.list);
				if (ownDates.size > 0) await movePendingDates(parts.stores, { from: lists.list, to: lists.aside }, ownDates);
				depth++;
				try {
					await otherJobs.run();
				} finally {
					depth--;
					for (const date of await datesOf(parts.stores.records.db, lists.list)) unfinished.add(date);
					if (ownDates.size > 0) await movePendingDates(parts.stores, { from: lists.aside, to: lists.list }, ownDates);
				}
				return open();
			},
			left: unfinished,
		};
		const parts = async (): Promise<MarketParts> => {
			const opened = await open();
			if (depth > 0) return opened;
			const { list, aside } = listsOf(opened);
			const stranded = await datesOf(opened.stores.records.db, aside);
			if (stranded.size > 0) await movePendingDates(opened.stores, { from: aside, to: list }, stranded);
			return opened;
		};
		return { parts, steps };
	};
}

function listsOf({ provider }: MarketParts): { list: string; aside: string } {
	const list = rebuildList(provider.name);
	return { list, aside: `${list}#aside` };
}

async function datesOf(db: Db, list: string): Promise<Set<ExchangeDate>> {
	return new Set((await pendingDates(db, list)).keys());
}
