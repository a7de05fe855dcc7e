import type { BillingRecords, KeptNotice, NewNotice } from './ports.ts';

/** In one statement. */
const MOST = 100;

interface Waiting {
	notice: NewNotice;
	resolve(kept: KeptNotice): void;
	reject(error: unknown): void;
}

/**
 * Keeps notices that come together with one commit: who comes while others are being kept goes along with the next ones. Each hears of its own end. Where some
 * cannot be kept together, each is kept alone, so that one that nobody can keep refuses no other.
 */
export const createKeeper = (keepNotices: BillingRecords['keepNotices']) => {
	let waiting: Waiting[] = [];
	let isKeeping = false;
	const keepAll = async (some: readonly Waiting[]): Promise<void> => {
		try {
			const kept = await keepNotices(some.map(({ notice }) => notice));
			for (const [at, one] of some.entries()) one.resolve(kept[at] as KeptNotice);
		} catch (error) {
			if (some.length === 1) for (const { reject } of some) reject(error);
			else await Promise.all(some.map((one) => keepAll([one])));
		}
	};
	const empty = async (): Promise<void> => {
		isKeeping = true;
		while (waiting.length > 0) {
			const next = waiting.slice(0, MOST);
			waiting = waiting.slice(MOST);
			await keepAll(next);
		}
		isKeeping = false;
	};
	return (notice: NewNotice): Promise<KeptNotice> =>
		new Promise((resolve, reject) => {
			waiting.push({ notice, resolve, reject });
			if (!isKeeping) void empty();
		});
};
