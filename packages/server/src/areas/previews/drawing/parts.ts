import type { AnswerOf } from '@sw/contract/base/define';
import type { publicPrices } from '@sw/contract/prices/prices';
import type { CapBucket } from '@sw/domain/prices/cap';
import type { TopCategory } from '@sw/domain/prices/top-categories';
import type { TopInterval } from '@sw/domain/prices/top-lists';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import type { UtcMs } from '@sw/domain/time/units';

/** A ticker in the newest public report; without a wheel where no report contains it. */
export interface DrawnTicker {
	readonly symbol: string;
	readonly name: string;
	readonly report?: { readonly asOf: number; readonly wheel: WheelModel; readonly rate: number; readonly candidate: string };
}

/** Data for pictures. */
export interface DrawingParts {
	readonly table: (question: {
		category: TopCategory;
		interval: TopInterval;
		marketcap: readonly CapBucket[];
		size: number;
	}) => AnswerOf<(typeof publicPrices)['landingTable']>;
	/** Undefined where there is no such symbol. */
	readonly ticker: (symbol: string) => Promise<DrawnTicker | undefined>;
	/** Name of the data source, and whether its data is public. */
	readonly source: { readonly label: string; readonly isPublic: boolean };
	/** Changes whenever a picture might change. */
	readonly edition: () => string;
	/** The product's host. */
	readonly home: string;
	/** The wall clock. */
	readonly now: () => UtcMs;
}
