import type { ChartPoint } from '../../charts/price/draw.ts';
import type { DrawnLevel } from '../../charts/price/paint.ts';
import type { PriceMenuRequest } from '../../charts/price/price-chart.tsx';

/** What the chart needs to show the reader's levels and to draw new ones. */
export interface ChartLevels {
	lines: readonly DrawnLevel[];
	/** true: a click draws. 'drag': a pressed pointer drags a price. */
	picking: boolean | 'drag';
	pick: (point: ChartPoint) => void;
	/** `grip`: identifies the dragged line; undefined for a new alert. */
	drag: (price: number, released: boolean, grip?: number) => void;
	/** Opens the menu at a price; undefined for readers without alerts. */
	openMenu?: (request: PriceMenuRequest) => void;
}

export const NO_LEVELS: ChartLevels = { lines: [], picking: false, pick: () => {}, drag: () => {} };
