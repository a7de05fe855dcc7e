import type { AnswerOf } from '@sw/contract/define';
import type { research } from '@sw/contract/research';
import { isoSeconds } from '@sw/domain/time/format';
import { type Timeframe, timeframeIndex } from '@sw/domain/time/timeframe';
import { type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkToUtc, parseDate } from '@sw/domain/time/zone';
import { notFound } from '../../platform/errors.ts';
import { loadCloses, sessionsBefore } from '../load-closes.ts';
import type { ResearchParts } from '../parts.ts';
import type { Calibrations } from './calibrations.ts';
import { type Fan, fanOf } from './forecast-fan.ts';

export type ForecastAnswer = AnswerOf<(typeof research)['forecast'], 200>;

export interface ForecastForm {
	ticker_id: TickerId;
	timeframe?: Timeframe | undefined;
	timeframes?: readonly Timeframe[] | undefined;
}

export interface Forecasts {
	/** From the newest stored bar; undefined where nothing can be said. */
	latest(form: ForecastForm): Promise<ForecastAnswer | undefined>;
	/** As it stood at the close of a date, or at an instant. */
	at(date: string, form: ForecastForm): Promise<ForecastAnswer | undefined>;
}

const NOTICE =
	'A band says how far prices usually go, not where to. It was measured on the past; past results are hypothetical and promise nothing.';
/** Bars beyond a scale window: the longest move that is a feature, and enough for the moving variance to forget its start. */
const MORE_BARS = 130;

export const createForecasts = (parts: ResearchParts, calibrations: Calibrations): Forecasts => {
	const { calendar, provider, now, parameters } = parts;

	const fan = async (id: TickerId, timeframe: Timeframe, until: UtcMs): Promise<Fan | null> => {
		const index = timeframeIndex(timeframe);
		const bars = parameters().windowBars[index] + MORE_BARS;
		const [grid] = await loadCloses(parts, Uint32Array.of(id), [index], sessionsBefore(parts, index, bars, until), until);
		if (!grid || grid.bars === 0) return null;
		return fanOf(calendar, grid, await calibrations.at(until, index), parameters());
	};

	const answer = async (form: ForecastForm, until: UtcMs): Promise<ForecastAnswer | undefined> => {
		const ticker = (await provider.universe(now())).find(({ id }) => id === form.ticker_id);
		if (!ticker) throw notFound('There is no such ticker.');
		const timeframes = form.timeframes ?? [form.timeframe ?? 'one_hour'];
		const items: Fan[] = [];
		for (const timeframe of timeframes) {
			const found = await fan(form.ticker_id, timeframe, until);
			if (found) items.push(found);
		}
		if (items.length === 0) return undefined;
		return {
			ticker: ticker.symbol,
			ticker_id: form.ticker_id,
			as_of: isoSeconds(until),
			simulated: provider.simulated,
			provider: provider.label,
			items,
			hypothetical: true,
			notice: NOTICE,
		};
	};

	return {
		latest: (form) => answer(form, now()),
		at: (date, form) => {
			const day = parseDate(date);
			const session = day && calendar.sessionOn(day);
			const instant = day ? (session?.close ?? newYorkToUtc(day, 16, 0)) : utcMs(Date.parse(date));
			// What has not happened yet is not known.
			return answer(form, utcMs(Math.min(instant, now())));
		},
	};
};
