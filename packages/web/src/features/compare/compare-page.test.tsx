import { useRouterState } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readCompareState } from '../../entities/compare/compare-state.ts';
import { sampleDetail } from '../../entities/ticker/testing/detail.ts';
import { parseSearch } from '../../lib/address/search-params.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { ComparePage } from './compare-page.tsx';

const REPORT = '2026-06-30T15:45:00Z';
const IDS: Readonly<Record<string, number>> = { AAA: 1, BBB: 2, CCC: 3, DDD: 4, EEE: 5, FFF: 6 };
const DAYS = [17, 18, 22, 23, 24, 25, 26, 29].map((day) => `2026-06-${day}T13:30:00Z`);
/** AAA rises by a tenth, BBB falls by a fifth. */
const CLOSES: Readonly<Record<number, readonly number[]>> = {
	1: [100, 90, 95, 98, 99, 101, 105, 110],
	2: [10, 9, 9, 9, 9, 9, 9, 8],
};

type Prices = NonNullable<Answers['prices']>;

const prices: Prices = {
	tickers: ({ query: { part = '' } }) => {
		const items = Object.entries(IDS).flatMap(([ticker, ticker_id]) => (ticker.startsWith(part) ? [{ ticker, ticker_id }] : []));
		return { items, total_count: items.length } as never;
	},
	charts: ({ query }) => {
		const close = CLOSES[Number(query.ticker_id)] ?? [];
		return { items: close.length > 0 ? [{ timeframe: query.timeframe, time: DAYS, close }] : [] } as never;
	},
};

type Signals = NonNullable<Answers['signals']>;

const signals: Signals = {
	sectorChartDate: () => ({ time: REPORT, oldest: REPORT }) as never,
	sectorChartHistoryOne: ({ params }) =>
		params.id === 2
			? rejectCall(404, 'Not in the report')
			: ({
					...sampleDetail,
					tab_type: 'free',
					operation: 'short',
					listed: false,
					weighted_sum: 40 + Number(params.id),
					price: 12.5,
				} as never),
};

/** The page of an address: it follows its own links. */
function Page() {
	const query = useRouterState({ select: ({ location }) => location.searchStr });
	return <ComparePage {...readCompareState(parseSearch(query))} />;
}

async function open(query: string, answers: Answers = {}) {
	const shown = await show(
		<Here query={query} />,
		{ ...answers, prices: { ...prices, ...answers.prices }, signals: { ...signals, ...answers.signals } },
		Page,
	);
	return shown;
}

/** The page until its first link is followed. */
function Here({ query }: { query: string }) {
	return <ComparePage {...readCompareState(parseSearch(query))} />;
}

const legend = page.getByRole('region', { name: 'Compared tickers' });
const chart = (label: string) => page.getByRole('region', { name: `${label} bars` });

describe('a comparison', () => {
	it('draws each ticker since the first visible bar, and lays the wheels of the report side by side', async () => {
		const { calls } = await open('?tickers=AAA,BBB');
		await expect.element(chart('1d').getByText('From 06/17/2026 9:30 AM ET to 06/29/2026 9:30 AM ET')).toBeVisible();
		const changes = () =>
			chart('1d')
				.getByRole('listitem')
				.elements()
				.map((item) => item.textContent?.trim());
		expect(changes()).toEqual(['AAA +10.00%', 'BBB −20.00%']);
		const canvas = chart('1d').getByRole('group', { name: /^1d chart of AAA, BBB in percent/ });
		await expect.poll(() => canvas.element().querySelector('[data-drawn]')).not.toBeNull();
		const wheels = page.getByRole('region', { name: 'Wheels' });
		await expect.element(wheels.getByText('Report of 06/30/2026 11:45 AM ET')).toBeVisible();
		await expect.element(wheels.getByRole('img', { name: /^AAA, .*rate 41/ })).toBeVisible();
		await expect.element(wheels.getByText('Not in this report.')).toBeVisible();
		const charts = calls.filter(({ call }) => call === 'prices.charts').map(({ input }) => (input as { query: object }).query);
		expect(charts).toEqual([1, 2].map((ticker_id) => ({ ticker_id, timeframe: 'day', to: REPORT })));
		await expect.element(legend.getByRole('link', { name: 'AAA' })).toHaveAttribute('href', '/ticker/1');
	});

	it('is of what is visible: by keyboard the start moves, and with it each change', async () => {
		await open('?tickers=AAA,BBB');
		const canvas = chart('1d').getByRole('group', { name: /^1d chart/ });
		await expect.poll(() => canvas.element().querySelector('[data-drawn]')).not.toBeNull();
		(canvas.element() as HTMLElement).focus();
		const whole = chart('1d').getByText('From 06/17/2026 9:30 AM ET to 06/29/2026 9:30 AM ET');
		await expect.element(whole).toBeVisible();
		await userEvent.keyboard('{ArrowRight}{ArrowRight}');
		await expect.element(whole).not.toBeInTheDocument();
		await expect.element(chart('1d').getByText('+10.00%')).not.toBeInTheDocument();
		await userEvent.keyboard('0');
		await expect.element(chart('1d').getByText('+10.00%')).toBeVisible();
	});

	it('of one ticker on several timeframes is a grid of charts', async () => {
		await open('?tickers=AAA&timeframe=one_hour,day');
		await expect.element(chart('1h').getByText('+10.00%')).toBeVisible();
		await expect.element(chart('1d').getByText('+10.00%')).toBeVisible();
		await expect
			.element(page.getByRole('navigation', { name: 'Timeframes' }).getByRole('link', { name: '1h' }))
			.toHaveAttribute('href', '/compare?tickers=AAA&timeframe=day');
		await expect
			.element(page.getByRole('link', { name: '3M' }))
			.toHaveAttribute('href', expect.stringMatching(/timeframe=one_hour,day&range=3m$/));
	});

	it('is changed in the address: a ticker is added and removed by keyboard, and the focus stays', async () => {
		const shown = await open('?tickers=AAA');
		const field = legend.getByLabelText('Add a ticker');
		await field.fill('zzz');
		await userEvent.keyboard('{Enter}');
		await expect.element(field).toHaveAccessibleDescription('No ticker has this symbol.');
		await field.fill('aaa');
		await userEvent.keyboard('{Enter}');
		await expect.element(field).toHaveAccessibleDescription('This ticker is already here.');
		await field.fill('bbb');
		await userEvent.keyboard('{Enter}');
		await expect.poll(shown.getUrl).toBe('/compare?tickers=AAA,BBB&timeframe=day');
		const remove = (symbol: string) => legend.getByRole('button', { name: `Remove ${symbol}` });
		(remove('AAA').element() as HTMLElement).focus();
		await userEvent.keyboard('{Enter}');
		await expect.poll(shown.getUrl).toBe('/compare?tickers=BBB&timeframe=day');
		await expect.element(remove('BBB')).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		await expect.poll(shown.getUrl).toBe('/compare?timeframe=day');
		await expect.element(page.getByText('No tickers to compare yet.')).toBeVisible();
		await expect.element(field).toHaveFocus();
	});

	it('has six tickers at most, and names those that the market doesn’t have', async () => {
		await open('?tickers=AAA,BBB,CCC,DDD,EEE,ZZZ,FFF');
		await expect.element(legend.getByText('ZZZ not in this market')).toBeVisible();
		await expect.element(legend.getByText('Six tickers are the most. Remove one to add another.')).toBeVisible();
		await expect.element(legend.getByLabelText('Add a ticker')).not.toBeInTheDocument();
		await expect.element(page.getByText(/FFF/).first()).toBeVisible();
	});
});

describe('a comparison that can’t be shown', () => {
	it('says that the licence doesn’t include its report, and leads to the newest', async () => {
		await open(`?tickers=AAA&report=${REPORT}`, { signals: { sectorChartHistoryOne: () => rejectCall(403, 'Locked') } });
		await expect.element(page.getByText('Your licence doesn’t include this report.')).toBeVisible();
		await expect
			.element(page.getByRole('link', { name: 'Open the latest report' }))
			.toHaveAttribute('href', '/compare?tickers=AAA&timeframe=day');
	});

	it('loads what failed again: the symbol, the bars and the wheel', async () => {
		let fails = true;
		const flaky = <T,>(answer: () => T): T => (fails ? rejectCall(503, 'Away') : answer());
		await open('?tickers=AAA', {
			prices: { charts: (input) => flaky(() => prices.charts?.(input) as never) },
			signals: { sectorChartHistoryOne: (input) => flaky(() => signals.sectorChartHistoryOne?.(input) as never) },
		});
		await expect.element(page.getByText('Couldn’t load this chart.')).toBeVisible();
		await expect.element(page.getByText('Couldn’t load this wheel.')).toBeVisible();
		fails = false;
		await chart('1d').getByRole('link', { name: 'Try again' }).click();
		await expect.element(chart('1d').getByText('+10.00%')).toBeVisible();
		await page.getByRole('region', { name: 'Wheels' }).getByRole('link', { name: 'Try again' }).click();
		await expect.element(page.getByRole('img', { name: /^AAA, / })).toBeVisible();
	});

	it('says that a symbol or the report couldn’t be loaded, and that there is no report or bar yet', async () => {
		await open('?tickers=AAA', { prices: { tickers: () => rejectCall(503, 'Away') } });
		await expect.element(legend.getByText('couldn’t be loaded')).toBeVisible();
		await open('?tickers=CCC');
		await expect.element(page.getByText('No bars yet.')).toBeVisible();
		await open('?tickers=AAA', { signals: { sectorChartDate: () => ({ time: null, oldest: null }) as never } });
		await expect.element(page.getByText('There is no report yet.')).toBeVisible();
		await open('?tickers=AAA', { signals: { sectorChartDate: () => rejectCall(503, 'Away') } });
		await expect.element(page.getByText('Couldn’t load the report.')).toBeVisible();
	});
});
