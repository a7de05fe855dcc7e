import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminParameters } from './parameters.tsx';
import type { Change, Origins, Trial, Versions } from './queries.ts';

const TIMES = { created: '2026-06-29T15:45:00Z', updated: '2026-06-30T15:45:00Z' };

function change(overrides: Partial<Change> = {}): Change {
	return {
		id: 4,
		timeframes: ['one_hour'],
		ticker_type: null,
		ticker_id: null,
		ticker: null,
		algo: null,
		params: { window_bars: 90 },
		comment: 'longer',
		...TIMES,
		parameters_version: 2,
		in_force: 2,
		...overrides,
	};
}

function values(window: number) {
	return {
		window_sessions: [5, 6, 10, 44, 65],
		window_bars: [130, 78, window, 88, 65],
		move_bars: [5, 5, 5, 5, 5],
		chart_days: [3, 7, 15, 45, 90],
		forecast_bars: [10],
		cooldown_bars: [10],
	};
}

const VERSIONS: Versions = {
	items: [
		{ version: 2, created: TIMES.updated, in_force: true, values: values(90) },
		{ version: 1, created: TIMES.created, in_force: false, values: values(70) },
	],
};

function origins(ticker: Origins['ticker'] = null): Origins {
	return {
		version: 2,
		ticker,
		items: [{ timeframe: 'one_hour', values: [{ name: 'window_bars', value: 90, built_in: 70, entry: 4 }] }],
	};
}

function trial(overrides: Partial<Trial> = {}): Trial {
	return {
		state: 'done',
		date: TIMES.updated,
		tab: 'extreme_rise',
		operation: 'short',
		changes: [{ name: 'window_bars', timeframe: 'one_hour', from: 70, to: 90 }],
		before: 12,
		after: 13,
		entered: 2,
		left: 1,
		moved: 3,
		moves: [
			{ ticker_id: 1, ticker: 'NEWT', place: { before: null, after: 1 }, weighted_sum: { before: null, after: 21 } },
			{ ticker_id: 2, ticker: 'GONE', place: { before: 2, after: null }, weighted_sum: { before: 14, after: null } },
		],
		...overrides,
	};
}

function open(search: Record<string, string>, research: NonNullable<Answers['research']> = {}) {
	return show(<AdminParameters search={search} />, {
		research: {
			parameterVersions: () => VERSIONS,
			scriptOrigins: () => origins(),
			scriptParams: () => ({ items: [change()], total_count: 1 }),
			...research,
		},
	});
}

function inputsOf({ calls }: Awaited<ReturnType<typeof open>>, call: string) {
	return calls.filter((one) => one.call === `research.${call}`).map((one) => one.input);
}

describe('the parameters in force', () => {
	it('stand with the change that sets them', async () => {
		const shown = await open(
			{ ticker: 'AZO', algo: 'reverse' },
			{ scriptOrigins: () => origins({ ticker_id: 3, ticker: 'AZO', name: 'AutoZone', type: 'stocks' }) },
		);
		await expect.element(page.getByText('Set 2 is active')).toBeVisible();
		await expect.element(page.getByText('For AZO (AutoZone, stocks)')).toBeVisible();
		const row = page.getByRole('row', { name: /^Window, bars/ });
		await expect.element(row.getByText('90')).toBeVisible();
		await expect.element(row.getByRole('link', { name: 'change 4' })).toHaveAttribute('href', '/admin/parameters?view=changes&edit=4');
		expect(inputsOf(shown, 'scriptOrigins')).toEqual([{ query: { ticker: 'AZO', algo: 'reverse' } }]);
	});

	it('of an unknown ticker are not shown', async () => {
		await open({ ticker: 'UNKNOWN' }, { scriptOrigins: () => rejectCall(404, 'This ticker doesn’t exist.') });
		await expect.element(page.getByText('Unknown ticker')).toBeVisible();
	});

	it('can be asked for again where they could not be read', async () => {
		await open({}, { scriptOrigins: () => rejectCall(503, 'The database is away') });
		await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
	});
});

describe('a change', () => {
	it('is listed with where it fits, and taken back', async () => {
		const shown = await open({ view: 'changes' }, { deleteScriptParams: () => undefined });
		const row = page.getByRole('row').filter({ hasText: 'change 4' });
		await expect.element(row.getByText('Window, bars 90')).toBeVisible();
		await row.getByRole('button', { name: 'Undo change 4' }).click();
		const question = page.getByRole('dialog', { name: 'Undo change 4' });
		await expect.element(question.getByText('Published reports stay unchanged', { exact: false })).toBeVisible();
		await question.getByRole('button', { name: 'Confirm' }).click();
		await expect.element(page.getByText('Change 4 undone. It no longer applies from the next report on.')).toBeVisible();
		expect(inputsOf(shown, 'deleteScriptParams')).toEqual([{ params: { id: 4 } }]);
	});

	it('is tried on the newest report before it is saved', async () => {
		let requests = 0;
		const shown = await open(
			{ view: 'changes', edit: 'new' },
			{
				scriptOrigins: () => origins({ ticker_id: 3, ticker: 'AZO', name: 'AutoZone', type: 'stocks' }),
				tryScriptParams: () => (requests++ === 0 ? ({ state: 'running', progress: 0.5 } as never) : trial()),
				createScriptParams: () => change({ id: 5, in_force: 3 }),
			},
		);
		const panel = page.getByRole('region', { name: 'New change' });
		await panel.getByRole('checkbox', { name: '1h' }).click();
		await panel.getByRole('textbox', { name: /^Ticker/ }).fill('azo');
		await panel.getByRole('textbox', { name: /^Window, bars/ }).fill('90');
		await panel.getByRole('textbox', { name: 'Comment' }).fill('longer');
		await panel.getByRole('button', { name: 'Preview' }).click();
		await expect.element(panel.getByText('Window, bars 1h: 70 → 90')).toBeVisible();
		await expect.element(panel.getByText('List size 12 tickers → 13: 2 enter, 1 leave, 3 change rate.')).toBeVisible();
		await expect.element(panel.getByRole('row').filter({ hasText: 'NEWT' }).getByText('out → 1', { exact: true })).toBeVisible();
		await expect.element(panel.getByRole('row').filter({ hasText: 'GONE' }).getByText('14 → out')).toBeVisible();
		const body = { timeframes: ['one_hour'], ticker_type: null, ticker_id: 3, algo: null, params: { window_bars: 90 }, comment: 'longer' };
		expect(inputsOf(shown, 'tryScriptParams')).toEqual(Array(2).fill({ body: { entry: body, replaces: null, tab: 'extreme_rise' } }));
		expect(inputsOf(shown, 'createScriptParams')).toEqual([]);
		await panel.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('dialog', { name: 'Save' }).getByRole('button', { name: 'Confirm' }).click();
		await expect.element(page.getByText('Change 5 saved: set 3 applies from the next report on.')).toBeVisible();
		expect(inputsOf(shown, 'createScriptParams')).toEqual([{ body }]);
		await expect.poll(shown.getUrl).toBe('/admin/parameters?view=changes');
	});

	it('that stands is edited in its own place', async () => {
		const shown = await open(
			{ view: 'changes', edit: '4', tab: 'free' },
			{ scriptParam: () => change(), tryScriptParams: () => trial({ changes: [], moves: [] }), changeScriptParams: () => change() },
		);
		const panel = page.getByRole('region', { name: 'Change 4' });
		await expect.element(panel.getByRole('textbox', { name: /^Window, bars/ })).toHaveValue('90');
		await panel.getByRole('button', { name: 'Preview' }).click();
		await expect.element(panel.getByText('No change: these are the current values.')).toBeVisible();
		expect(inputsOf(shown, 'tryScriptParams')).toMatchObject([{ body: { replaces: 4, tab: 'free' } }]);
		await panel.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('dialog', { name: 'Save' }).getByRole('button', { name: 'Confirm' }).click();
		await expect
			.poll(() => inputsOf(shown, 'changeScriptParams'))
			.toMatchObject([{ params: { id: 4 }, body: { params: { window_bars: 90 } } }]);
	});

	it('that no depth follows from is called so, and one that is refused says why', async () => {
		let answer: () => Trial = () => trial({ changes: [{ name: 'chart_days', timeframe: null, from: 3, to: 9 }], moves: [] });
		await open({ view: 'changes', edit: 'new' }, { tryScriptParams: () => answer() });
		const panel = page.getByRole('region', { name: 'New change' });
		await panel.getByRole('textbox', { name: /^Days on the chart/ }).fill('9');
		await panel.getByRole('button', { name: 'Preview' }).click();
		await expect.element(panel.getByText('These values don’t affect depths: every list stays the same.')).toBeVisible();
		answer = () => rejectCall(400, 'chart_days must be a whole number from 1 to 3650.');
		await panel.getByRole('textbox', { name: /^Days on the chart/ }).fill('10');
		await panel.getByRole('button', { name: 'Preview' }).click();
		await expect.element(panel.getByRole('alert')).toBeVisible();
	});

	it('that was taken back meanwhile is not edited, and without changes the built-in numbers hold', async () => {
		await open(
			{ view: 'changes', edit: '9' },
			{ scriptParam: () => rejectCall(404, 'Parameter change not found.'), scriptParams: () => ({ items: [], total_count: 0 }) },
		);
		await expect.element(page.getByText('Change not found')).toBeVisible();
		await expect.element(page.getByText('All values are built in.')).toBeVisible();
	});
});

it('shows every set with its differences', async () => {
	await open({ view: 'versions' });
	const second = page.getByRole('row').filter({ hasText: '2 · active' });
	await expect.element(second.getByText('Window, bars 1h: 70 → 90').first()).toBeVisible();
	await expect.element(page.getByRole('row').filter({ hasText: 'no differences' })).toBeVisible();
});
