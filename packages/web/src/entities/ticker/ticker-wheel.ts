import { candidateDirection } from '@sw/domain/signals/sector';
import { createWheelModel, keepSlices, type WheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import type { TickerDetail } from '../../lib/api/types.ts';
import type { TickerState } from './ticker-state.ts';

/** Returns the wheel with the visible sectors: the four of the rate, or all six. */
export function tickerWheel(detail: TickerDetail, { list, sectors }: TickerState): WheelModel {
	const wheel = createWheelModel(
		detail.sectors,
		strategyNamed(list.strategy),
		candidateDirection(detail.tab_type, detail.operation, detail.listed),
	);
	const rated = new Set(detail.sectors.filter((s) => s.rated).map((s) => s.key));
	return sectors === 6 ? wheel : keepSlices(wheel, (slice) => rated.has(slice.key));
}
