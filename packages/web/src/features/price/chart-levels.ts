import type { ChartPoint } from '../../charts/price/draw.ts';
import type { DrawnLevel } from '../../charts/price/levels.ts';

/** The chart's part of the reader's levels. */
export interface ChartLevels {
	drawn: readonly DrawnLevel[];
	/** Whether a click draws. */
	picking: boolean;
	pick: (point: ChartPoint) => void;
}

export const NO_LEVELS: ChartLevels = { drawn: [], picking: false, pick: () => {} };
