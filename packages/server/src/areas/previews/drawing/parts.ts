import type { AnswerOf } from '@sw/contract/define';
import type { publicPrices } from '@sw/contract/prices';
import type { CapBucket } from '@sw/domain/prices/cap';
import type { TopCategory } from '@sw/domain/prices/top-categories';
import type { TopInterval } from '@sw/domain/prices/top-lists';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import type { UtcMs } from '@sw/domain/time/units';

/** A ticker in the newest report that anyone may see; without a wheel where it is in none. */
export interface DrawnTicker {
	readonly symbol: string;
	readonly name: string;
	readonly report?: { readonly asOf: number; readonly wheel: WheelModel; readonly rate: number; readonly candidate: string };
}

/** What pictures are drawn of. */
export interface DrawingParts {
	readonly table: (question: {
		category: TopCategory;
		interval: TopInterval;
		marketcap: readonly CapBucket[];
		size: number;
	}) => AnswerOf<(typeof publicPrices)['landingTable']>;
	/** Undefined where there is no such symbol. */
	readonly ticker: (symbol: string) => Promise<DrawnTicker | undefined>;
	/** Whose numbers these are, and whether anyone may see them. */
	readonly source: { readonly label: string; readonly isPublic: boolean };
	/** Changes whenever a picture might. */
	readonly edition: () => string;
	/** The product's host. */
	readonly home: string;
	/** The clock of the wall. */
	readonly now: () => UtcMs;
}
