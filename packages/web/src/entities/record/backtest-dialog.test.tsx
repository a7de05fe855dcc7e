import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rejectCall } from '../../testing/api.ts';
import { createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { createValidation } from '../../testing/validations.ts';
import type { Backtest } from './backtest-results.tsx';
import { BacktestButton } from './filter-record.tsx';

function record(overrides: Partial<Backtest['record']> = {}): Backtest['record'] {
	return {
		n: 400,
		winners: 240,
		mean: 0.0012,
		interval: [0.0003, 0.0021],
		blocks: 60,
		deff: 4,
		n_eff: 100,
		detectable: 0.0013,
		luck: { variants: 3, line: 0.001, better: true },
		p_value: 0.01,
		verdict: 'better',
		hypothetical: true,
		...overrides,
	};
}

const CLOSED: Backtest['positions'][number] = {
	ticker_id: 1,
	ticker: 'AAA',
	time: '2026-06-26T15:45:00Z',
	rate: 20,
	tier: 'mid_cap',
	entry: '2026-06-26T16:00:00Z',
	entry_price: 50,
	exit: '2026-06-29T14:15:00Z',
	exit_price: 48.5,
	exit_reason: 'target',
	own_return: -0.0305,
	peer_return: 0.001,
	cost: 0.0015,
	cost_source: 'edge' as const,
	excess: 0.03,
	best: 0.0305,
	worst: -0.012,
	reconstructed: false,
};
const OPEN = {
	...CLOSED,
	...{ ticker_id: 2, ticker: 'BBB', tier: null, entry_price: null, exit_price: null, exit_reason: null },
	...{ own_return: null, peer_return: null, cost: null, cost_source: null, excess: null, best: null, worst: null },
};

function answer(overrides: Partial<Backtest> = {}): Backtest {
	return {
		question: createValidation().question,
		universe: createValidation().universe,
		rule: { entry: 'slot', horizon: 5, stop: null, target: null, leaves: false },
		reports: 900,
		first: '2025-01-02T14:45:00Z',
		last: '2026-06-30T15:45:00Z',
		record: record(),
		open: 1,
		exits: [{ how: 'target', record: record({ n: 12 }) }],
		curve: [
			{ time: '2025-01-05T21:00:00Z', n: 10, sum: 0.02, low: -0.01, high: 0.05 },
			{ time: '2026-06-30T20:00:00Z', n: 400, sum: 0.48, low: 0.12, high: 0.84 },
		],
		years: [{ year: 2025, record: record() }],
		tiers: [{ tier: 'mid_cap', record: record({ mean: -0.0004, interval: [-0.002, 0.0012] }) }],
		position_count: 401,
		positions: [CLOSED, OPEN],
		notice: 'Hypothetical.',
		...overrides,
	};
}

async function open(backtest: () => Backtest | ReturnType<typeof rejectCall>, setting = createFilterSetting()) {
	const shown = await show(<BacktestButton setting={setting} />, { research: { backtest: backtest as never } });
	await page.getByRole('button', { name: 'Back-test this filter' }).click();
	await expect.element(page.getByRole('dialog')).toBeVisible();
	return shown;
}

const run = page.getByRole('button', { name: 'Run back-test' });

describe('the back-test of a filter', () => {
	it('runs only by a click, with the rule of its form', async () => {
		const { calls } = await open(() => answer());
		expect(calls).toEqual([]);
		await userEvent.fill(page.getByRole('spinbutton', { name: /^Exit after/ }), '10');
		await userEvent.fill(page.getByRole('spinbutton', { name: /Stop/ }), '1.5');
		await page.getByRole('checkbox', { name: 'Also exit when it leaves the list' }).click();
		await run.click();
		await expect.element(page.getByText('Better than its peers by +3 bp to +21 bp per position, after costs.')).toBeVisible();
		expect(calls.map(({ input }) => input)).toMatchObject([
			{ body: { tab: 'extreme_rise', rule: { entry: 'slot', horizon: 10, stop: 1.5, target: null, leaves: true } } },
		]);
	});

	it.each([
		['with the groups of the filter', [{ match: 'any', filters: [{ sector: 'volume', timeframe: 'one_hour', value: 3 }], groups: [] }]],
		['without groups, if it has none', []],
	] as [string, ReturnType<typeof createFilterSetting>['groups']][])('asks %s', async (_, groups) => {
		const { calls } = await open(() => answer(), createFilterSetting({ groups }));
		await run.click();
		await expect.poll(() => calls.length).toBe(1);
		expect(calls.map(({ input }) => 'groups' in (input as { body: object }).body)).toEqual([groups.length > 0]);
	});

	it('says what it can see, each position with its exit, and n/a where nothing is known', async () => {
		await open(() => answer());
		await run.click();
		await expect.element(page.getByText(/n 400, effective sample 100\.0, detects 13 bp or more/)).toBeVisible();
		await expect.element(page.getByRole('img', { name: /^Sum of excess from 01\/05\/2025/ })).toBeVisible();
		await expect
			.element(page.getByRole('row', { name: /^AAA/ }))
			.toMatchTextContent(/\$50\.00.*\$48\.50 target.*−3\.05%.*peers \+0\.10%.*\+3\.00%/);
		await expect.element(page.getByRole('row', { name: /^BBB/ })).toMatchTextContent(/n\/a.*n\/a open or not measurable.*n\/a.*n\/a/);
		await expect.element(page.getByRole('row', { name: /^target/ })).toMatchTextContent(/^target\s*12\s*n\/a\s*n\/a/);
		const csv = new URL((page.getByRole('link', { name: 'CSV' }).element() as HTMLAnchorElement).href);
		expect(csv.pathname).toBe('/api/indicators/backtest/export');
	});

	it('finds nothing only by what it could see', async () => {
		await open(() => answer({ record: record({ verdict: 'none', interval: [-0.001, 0.002] }) }));
		await run.click();
		await expect.element(page.getByText('No better than its peers. Differences below 13 bp per position can’t be detected.')).toBeVisible();
	});

	it('says what the server refuses', async () => {
		await open(() => rejectCall(400, 'More than 300000 occurrences: use narrower conditions.'));
		await run.click();
		await expect.element(page.getByText('More than 300000 occurrences: use narrower conditions.')).toBeVisible();
	});
});
