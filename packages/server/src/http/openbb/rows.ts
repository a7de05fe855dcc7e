/** Converts answers of the API to what OpenBB Workspace shows: flat rows and a Plotly figure. */
import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';

export type Lists = AnswerOf<Contract['signals']['sectorCharts']>;
export type Tops = AnswerOf<Contract['prices']['topsRealTime']>;
export type Charts = AnswerOf<Contract['prices']['charts']>;
export type ValidationRecord = AnswerOf<Contract['research']['validateMultiple']>;

export function listRows({ items, time }: Lists) {
	return items.map(({ ticker, name, weighted_sum: rate, price, price_change: change, marketcap, row }) => ({
		...{ ticker, name, rate, price, change, marketcap },
		mentions: row?.mentions ?? null,
		listed: row?.listed ?? null,
		report: time,
	}));
}

export function topRows({ items }: Tops) {
	return items.flatMap(({ items: rows }) =>
		rows.map(({ ticker, name, price, price_change: change, volume, time }) => ({ ticker, name, price, change, volume, time })),
	);
}

export function chartFigure({ ticker, name, provider, simulated, items }: Charts) {
	const [{ time, open, high, low, close } = { time: [], open: [], high: [], low: [], close: [] }] = items;
	return {
		data: [{ type: 'candlestick', name: ticker, x: time, open, high, low, close }],
		layout: {
			title: { text: `${ticker} ${name}` },
			xaxis: { type: 'date', rangeslider: { visible: false } },
			yaxis: { title: { text: simulated ? 'Dollars, simulated' : `Dollars, ${provider}` } },
		},
	};
}

export function recordRows({ results }: ValidationRecord) {
	return results.map(({ horizon, n, n_eff, hit_rate, interval: [low, high], base_rate, detectable, verdict }) => ({
		...{ horizon, n, n_eff, hit_rate, low, high, base_rate, detectable: detectable?.difference ?? null, verdict },
	}));
}
