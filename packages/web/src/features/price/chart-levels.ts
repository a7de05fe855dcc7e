import type { ChartPoint } from '../../charts/price/draw.ts';
import type { DrawnLevel } from '../../charts/price/paint.ts';
import type { AskedPrice } from '../../charts/price/price-chart.tsx';

/** The chart's part of the reader's levels. */
export interface ChartLevels {
	drawn: readonly DrawnLevel[];
	/** Whether a click draws, or a pressed pointer drags a price. */
	picking: boolean | 'drag';
	pick: (point: ChartPoint) => void;
	/** `grip`: of the line that is dragged. */
	drag: (price: number, released: boolean, grip?: number) => void;
	/** Undefined for readers without alerts. */
	ask?: (asked: AskedPrice) => void;
}

export const NO_LEVELS: ChartLevels = { drawn: [], picking: false, pick: () => {}, drag: () => {} };
