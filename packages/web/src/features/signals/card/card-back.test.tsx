import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_STATE } from '../../../entities/list-state/state.ts';
import { createTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { type Answers, rejectCall } from '../../../testing/api.ts';
import { show } from '../../../testing/page.tsx';
import { comparison } from '../testing/comparison.ts';
import { CardGrid } from './card-grid.tsx';
import { TraderTools } from './card-tool.tsx';
import type { CardActions } from './card-view.ts';

function card(ticker: string, ticker_id: number): Card {
	return {
		ticker,
		ticker_id,
		name: ticker,
		tab_type: 'extreme_rise',
		operation: 'short',
		marketcap: 'large_cap',
		capitalization: 11.6e9,
		price: 38.42,
		price_change: ticker === 'DELAR' ? 0.0486 : null,
		sparkline: [1, 2, 3],
		weighted_sum: 36,
		rate_scale: { highest: 140, share: 0.0042 },
		favorite: false,
		date: '2026-06-30T15:45:00Z',
		algo: 'reverse',
		information: { state: 'unknown', look_back: 'previous_close', filing: null },
		sectors: [
			{ key: 'price_short', sector: 'price', operation: 'short', intersections: [4, 4, 4] },
			{ key: 'volume', sector: 'volume', operation: null, intersections: [0, 0, 2] },
		],
	};
}

const CARDS = [card('DELAR', 11), card('ORCL', 12), card('NVDA', 13)];
const OPENED = createTickerState(DEFAULT_STATE);
const ACTIONS = { star: vi.fn(), freeze: vi.fn(), decide: vi.fn(), select: vi.fn(), tools: TraderTools };

function grid(answers: Answers, past: CardActions['past'] = { version: undefined }) {
	return show(
		<CardGrid
			items={CARDS}
			from={1}
			linkState={OPENED}
			heading="h2"
			now={Date.parse('2026-06-30T15:47:00Z')}
			actions={past ? { ...ACTIONS, past } : ACTIONS}
			view={() => {}}
			prefetchViewer={() => {}}
		/>,
		answers,
	);
}

function cardOf(ticker: string) {
	return page.getByRole('article').filter({ hasText: ticker });
}

async function turnFirst(): Promise<void> {
	await userEvent.keyboard('j');
	await userEvent.keyboard('t');
}

function heightOf(ticker: string): number {
	return cardOf(ticker).element().getBoundingClientRect().height;
}

beforeEach(() => page.viewport(1200, 800));

describe('the front of a card', () => {
	it('ends with price, change, side and age, and says n/a where there is no earlier close', async () => {
		await grid({});
		const foot = (ticker: string) => cardOf(ticker).element().querySelector('footer')?.innerText.replaceAll(/\s+/g, ' ');
		// Until it is rendered, a card's text can't be read.
		await expect.poll(() => foot('DELAR')).toBe('$38.42 day ▲+4.86% may fall back 2 min ago');
		await expect.poll(() => foot('ORCL')).toBe('$38.42 day n/a may fall back 2 min ago');
		const line = cardOf('DELAR').element().querySelector('footer svg');
		expect(line?.getBoundingClientRect().width).toBe(60);
	});

	it('logs a decision by its button and by a key', async () => {
		await grid({});
		await userEvent.keyboard('jd');
		expect(ACTIONS.decide).toHaveBeenLastCalledWith(expect.objectContaining({ ticker: 'DELAR', side: 'short' }));
		await userEvent.keyboard('j');
		await cardOf('ORCL').getByRole('button', { name: 'Log a decision on ORCL' }).click();
		expect(ACTIONS.decide).toHaveBeenLastCalledWith(expect.objectContaining({ ticker: 'ORCL' }));
	});
});

describe('the back of a card', () => {
	it('is turned by a key, compares with the middle of its size at its own report, and says why it is here', async () => {
		const { calls } = await grid({ signals: { sectorChartComparison: () => comparison() } });
		// Until it is rendered, a card has its placeholder's height.
		await expect.poll(() => cardOf('DELAR').element().checkVisibility({ contentVisibilityAuto: true })).toBe(true);
		const before = heightOf('DELAR');
		await turnFirst();
		const back = cardOf('DELAR');
		await expect
			.element(back.getByRole('img', { name: /^DELAR \+5\.60% since the open on 06\/24.*median of 1,432 tickers: −0\.90%/ }))
			.toBeVisible();
		expect(calls).toEqual([
			{ call: 'signals.sectorChartComparison', input: { params: { id: 11 }, query: { date: '2026-06-30T15:45:00Z' } } },
		]);
		await expect.element(back.getByText('Why here: rate 36 of 140')).toBeVisible();
		const rows = back.getByRole('row').elements();
		expect(rows.map((row) => row.textContent)).toEqual(['Rose 1h4 × 416', 'Rose 30m4 × 28', '2 other terms12']);
		expect(heightOf('DELAR')).toBe(before);
		expect(back.getByRole('img', { name: /candidate to fall/ }).elements()).toEqual([]);
		// The focus stays where it was, and the same key flips the card back.
		expect(document.activeElement?.getAttribute('data-card')).toBe('11');
		await expect.element(back.getByRole('button', { name: 'Flip card of DELAR' })).toHaveAttribute('aria-pressed', 'true');
		await userEvent.keyboard('t');
		await expect.element(back.getByRole('img', { name: /candidate to fall/ })).toBeVisible();
		await expect.element(back.getByText('Why here: rate 36 of 140')).not.toBeInTheDocument();
	});

	it('animates when a user turns it, not when the page opens', async () => {
		// The pages of tests request reduced motion, so the class name is checked.
		const moves = (ticker: string): boolean => cardOf(ticker).element().querySelector('[class*="turning"]') !== null;
		await grid({ signals: { sectorChartComparison: () => comparison() } });
		expect([moves('DELAR'), moves('ORCL')]).toEqual([false, false]);
		await turnFirst();
		await userEvent.keyboard('t');
		await expect.element(cardOf('DELAR').getByRole('img', { name: /candidate to fall/ })).toBeVisible();
		expect([moves('DELAR'), moves('ORCL')]).toEqual([true, false]);
	});

	it('is turned by its button, whose focus stays', async () => {
		await grid({ signals: { sectorChartComparison: () => comparison() } });
		await userEvent.keyboard('j');
		const turn = cardOf('DELAR').getByRole('button', { name: 'Flip card of DELAR' });
		await turn.click();
		await expect.element(cardOf('DELAR').getByText('Why here: rate 36 of 140')).toBeVisible();
		await expect.element(turn).toHaveFocus();
	});

	it('fits its card in every width, and overlaps none of its own lines', async () => {
		await grid({ signals: { sectorChartComparison: () => comparison() } });
		await turnFirst();
		const back = cardOf('DELAR');
		await expect.element(back.getByText('Why here: rate 36 of 140')).toBeVisible();
		for (const [width, height] of [
			[1720, 900],
			[1200, 800],
			[390, 844],
		] as const) {
			await page.viewport(width, height);
			const box = back.element().getBoundingClientRect();
			const last = back.getByRole('row').elements().at(-1)?.getBoundingClientRect();
			expect([width, (last?.bottom ?? 0) <= box.bottom, (last?.right ?? 0) <= box.right]).toEqual([width, true, true]);
			const chart = back.getByRole('img').element().getBoundingClientRect();
			expect([width, chart.height > 50]).toEqual([width, true]);
			expect(heightOf('DELAR')).toBe(heightOf('ORCL'));
		}
	});

	it('asks for the older version that is read', async () => {
		const workspace = await grid({ signals: { sectorChartComparison: () => comparison() } }, { version: 2 });
		await turnFirst();
		await expect.poll(() => workspace.calls[0]?.input).toEqual({ params: { id: 11 }, query: { date: '2026-06-30T15:45:00Z', version: 2 } });
	});

	it('asks for the public one where a visitor looks', async () => {
		const { calls } = await show(
			<CardGrid
				items={CARDS}
				from={1}
				linkState={OPENED}
				heading="h2"
				now={undefined}
				actions={{ star: ACTIONS.star, select: ACTIONS.select }}
				view={() => {}}
				prefetchViewer={() => {}}
			/>,
			{ signals: { landingComparison: () => comparison() } },
		);
		await turnFirst();
		await expect.poll(() => calls).toEqual([{ call: 'signals.landingComparison', input: { params: { id: 11 } } }]);
	});

	it('says that a comparison is coming where bars are missing, and still why it is here', async () => {
		const missing = comparison({ change: [], middle: [], peers: null, traded: null, missing: ['bars', 'middle'] });
		await grid({ signals: { sectorChartComparison: () => missing } });
		await turnFirst();
		await expect.element(cardOf('DELAR').getByText('coming soon chart comparison')).toBeVisible();
		await expect.element(cardOf('DELAR').getByText('Why here: rate 36 of 140')).toBeVisible();
	});

	it('says that a comparison is coming until one is chosen, then shows it on every back', async () => {
		const shown = await grid({
			signals: { sectorChartComparison: ({ params }) => comparison(params.id === 13 ? { ticker: 'NVDA', change: [0.01, 0.02] } : {}) },
			prices: { tickers: () => ({ items: [{ ticker: 'NVDA', ticker_id: 13 }], total_count: 1 }) as never },
		});
		await turnFirst();
		const back = cardOf('DELAR');
		await expect.element(back.getByText('coming soon chart comparison')).toBeVisible();
		await back.getByRole('button', { name: 'Compare', exact: true }).click();
		const panel = page.getByRole('dialog', { name: 'Compare DELAR' });
		await expect.element(panel.getByRole('link', { name: 'Open comparison' })).toHaveAttribute('href', '/compare?tickers=DELAR');
		// A press there isn't one on the card.
		const { left, top } = panel
			.getByLabelText(/^Symbol/)
			.element()
			.getBoundingClientRect();
		expect(document.elementFromPoint(left + 5, top + 5)).toBe(panel.getByLabelText(/^Symbol/).element());
		await panel.getByLabelText(/^Symbol/).fill('zzz');
		await userEvent.keyboard('{Enter}');
		await expect.element(panel.getByText('No ticker has this symbol.')).toBeVisible();
		await panel.getByLabelText(/^Symbol/).fill('nvda');
		await userEvent.keyboard('{Enter}');
		await expect.element(back.getByText('coming soon chart comparison')).not.toBeInTheDocument();
		await expect.element(back.getByRole('img', { name: /NVDA: \+2\.00%\.$/ })).toBeVisible();
		expect(shown.calls.filter(({ call }) => call === 'signals.sectorChartComparison').map(({ input }) => input)).toEqual(
			[11, 13].map((id) => ({ params: { id }, query: { date: '2026-06-30T15:45:00Z' } })),
		);
		await userEvent.keyboard('j');
		await userEvent.keyboard('t');
		await expect.element(cardOf('ORCL').getByText('NVDA +2.00%')).toBeVisible();
		await back.getByRole('button', { name: 'Compare', exact: true }).click();
		await expect.element(panel.getByRole('link', { name: 'Open comparison' })).toHaveAttribute('href', '/compare?tickers=DELAR,NVDA');
		await panel.getByRole('button', { name: 'Stop comparing' }).click();
		await expect.element(back.getByText('coming soon chart comparison')).toBeVisible();
	});

	it('can be asked for again where it failed', async () => {
		let fails = true;
		await grid({ signals: { sectorChartComparison: () => (fails ? rejectCall(503, 'Away') : comparison()) } });
		await turnFirst();
		await expect.element(cardOf('DELAR').getByRole('alert')).toBeVisible();
		fails = false;
		await cardOf('DELAR').getByRole('button', { name: 'Try again' }).click();
		await expect.element(cardOf('DELAR').getByText('Why here: rate 36 of 140')).toBeVisible();
	});
});
