import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createBreadthAnswer, createBreadthState } from '../../testing/breadth.ts';
import { show } from '../../testing/page.tsx';
import { BreadthPage, RecountActions } from './breadth-page.tsx';
import type { BreadthSearch } from './search-params.ts';
import { BreadthStrip } from './strip.tsx';

function open(attention: Answers['attention'], search: BreadthSearch = {}) {
	return show(<BreadthPage search={search} />, {
		accounts: { profile: () => createProfile() },
		attention: { sectorAnalysisCheck: () => createBreadthState(), sectorAnalysis: () => createBreadthAnswer(), ...attention },
	});
}

function subscribed({ depth = 1, level = null }: { depth?: number | undefined; level?: number | null | undefined }) {
	return {
		depth,
		level,
		since: '2026-06-30T15:45:00Z',
	};
}

/** Presses the retry button; the loaded page has this heading. */
async function tryAgain(heading: string): Promise<void> {
	await page.getByRole('link', { name: 'Try again' }).click();
	await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
}

describe('breadth', () => {
	it('leads from one line above a list to the whole of it', async () => {
		const now = Date.UTC(2026, 5, 30, 15, 50);
		const { getUrl } = await show(<BreadthStrip tab="extreme_rise" now={now} />, {
			attention: { sectorAnalysisCheck: () => createBreadthState() },
		});
		await page.getByRole('link', { name: 'today 4.1 % of tickers rose unusually far on 1h, usually 1.2 %' }).click();
		await expect.poll(getUrl).toBe('/breadth');
	});

	it('names the day of a report that is not of today', async () => {
		const now = Date.UTC(2026, 6, 1, 12);
		await show(<BreadthStrip tab="extreme_fall" now={now} />, { attention: { sectorAnalysisCheck: () => createBreadthState() } });
		await expect.element(page.getByRole('link', { name: /^on 06\/30\/2026 4\.1 % of tickers fell unusually far on 1h/ })).toBeVisible();
	});

	it('is walked by arrow keys, which say each cell, and Enter opens its report', async () => {
		const { getUrl } = await open({});
		await expect.element(page.getByText('4.1 % of 1,150 measured tickers rose unusually far on 1h (depth 1 or more).')).toBeVisible();
		page
			.getByRole('group', { name: /^Reports of the day: shares of 35 rows over 2 reports/ })
			.element()
			.focus();
		await userEvent.keyboard('{ArrowLeft}');
		await expect.element(page.getByText('Rose, 15m, 06/30/2026 11:30 AM ET: 2.0 %, 0.8 points above usual 1.2 %')).toBeVisible();
		await userEvent.keyboard('{Enter}');
		await expect.poll(getUrl).toContain('/breadth?time=2026-06-30T15%3A30%3A00Z&key=price_short-fifteen_minutes-all-stocks');
	});

	it('has a legend with numbers, and says how many sessions are usual', async () => {
		await open({});
		await expect.element(page.getByText(/^points below−8−4−2−1−0\.5usual\+0\.5\+1\+2\+4\+8points above$/)).toBeVisible();
		await expect.element(page.getByText('Usual: mean at 11:45 ET over 60 sessions.')).toBeVisible();
	});

	it('says the same as a table', async () => {
		await open({});
		await page.getByText('Show as table').click();
		const table = page.getByRole('region', { name: 'Shares by report, sector and timeframe' });
		await expect.element(table.getByRole('row', { name: /^usual 1\.2 %/ })).toBeVisible();
		await expect.element(table.getByRole('row', { name: /^11:30 2\.0 %/ })).toBeVisible();
		expect(
			table
				.getByRole('row', { name: /^11:45/ })
				.getByRole('cell')
				.elements(),
		).toHaveLength(35);
	});

	it('notifies at a level, rejects an invalid share, and unsubscribes', async () => {
		const { calls } = await open({
			subscribeSectorAnalysis: ({ body }) => createBreadthState({ subscription: body.active === false ? null : subscribed(body) }),
		});
		await page.getByRole('button', { name: 'Alert me at this share' }).click();
		await expect.element(page.getByText('A number from 0 to 100')).toBeVisible();
		await page.getByLabelText('Share in %').fill('5');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText('You get a message on each day that reaches 5.0 %.')).toBeVisible();
		await page.getByRole('button', { name: 'Stop alerts' }).click();
		await expect.element(page.getByRole('button', { name: 'Alert me after the next report' })).toBeVisible();
		expect(calls.filter(({ call }) => call === 'attention.subscribeSectorAnalysis').map(({ input }) => input)).toEqual([
			{ body: { key: 'price_short-one_hour-all-stocks', depth: 1, level: 0.05, active: true } },
			{ body: { key: 'price_short-one_hour-all-stocks', depth: 1, level: null, active: false } },
		]);
	});

	it('is subscribed to at the depth of the page, and says which depth that is', async () => {
		const { calls } = await open(
			{ subscribeSectorAnalysis: ({ body }) => createBreadthState({ subscription: subscribed(body) }) },
			{ depth: '3' },
		);
		const messages = page.getByRole('region', { name: 'Alerts' });
		await expect.element(messages.getByText('Rose on 1h, depth 3 or more')).toBeVisible();
		await page.getByRole('button', { name: 'Alert me after the next report' }).click();
		await expect.element(page.getByText('You get one message after the next report.')).toBeVisible();
		expect(calls.find(({ call }) => call === 'attention.subscribeSectorAnalysis')?.input).toMatchObject({ body: { depth: 3 } });
	});

	it('says which depth is subscribed to, also when the page shows another', async () => {
		await open({ sectorAnalysisCheck: () => createBreadthState({ subscription: subscribed({ depth: 4, level: 0.05 }) }) });
		await expect.element(page.getByText('Rose on 1h, depth 4 or more')).toBeVisible();
	});

	it('says which report it is of: a corrected one, one that was built after the fact', async () => {
		const answer = createBreadthAnswer();
		await open({ sectorAnalysis: () => ({ ...answer, report: { ...answer.report, version: 2, reconstructed: true } }) });
		await expect.element(page.getByText(/^Report of 06\/30\/2026 11:45 AM ET · version 2, corrected · reconstructed: /)).toBeVisible();
	});

	it('says of a report for another licence how to get that', async () => {
		await open({ sectorAnalysis: () => rejectCall(403, 'You need update your license') });
		await expect.element(page.getByText('Your licence doesn’t include this report')).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'Latest report' })).toBeVisible();
		expect(page.getByRole('link', { name: 'Try again' }).elements()).toEqual([]);
	});

	it('says that a report is not counted yet, and asks again', async () => {
		let counted = false;
		await open({
			sectorAnalysis: () => (counted ? createBreadthAnswer() : rejectCall(404, 'The breadth of that report has not been counted yet')),
		});
		await expect.element(page.getByText('The breadth of that report has not been counted yet')).toBeVisible();
		counted = true;
		await tryAgain('Reports of the day');
	});

	it("shows a report named in the URL, and what couldn't be loaded with it, which can be requested again", async () => {
		let away = true;
		await open(
			{ sectorAnalysisCheck: () => (away ? rejectCall(503, 'The database is away') : createBreadthState()) },
			{ time: '2026-06-30T15:45:00Z' },
		);
		await expect.element(page.getByRole('heading', { name: 'Reports of the day' })).toBeVisible();
		await expect.element(page.getByText('Couldn’t load your alert settings.')).toBeVisible();
		away = false;
		await tryAgain('Alerts');
	});

	it("shows that it couldn't be loaded, and retries what failed", async () => {
		let away = true;
		await open({ sectorAnalysis: () => (away ? rejectCall(503, 'The database is away') : createBreadthAnswer()) });
		await expect.element(page.getByText('Couldn’t load market breadth')).toBeVisible();
		away = false;
		await tryAgain('Reports of the day');
	});

	it('says before the first report that there is none', async () => {
		await open({ sectorAnalysisCheck: () => createBreadthState({ time: null, ready: false, share: null, measured: 0 }) });
		await expect.element(page.getByText('No report yet')).toBeVisible();
	});

	it('lets administrators alone build a date again', async () => {
		await show(
			<>
				<RecountActions time={undefined} />
				<BreadthPage search={{}} />
			</>,
			{
				accounts: { profile: () => createProfile() },
				attention: { sectorAnalysisCheck: () => createBreadthState(), sectorAnalysis: () => createBreadthAnswer() },
			},
		);
		await expect.element(page.getByRole('heading', { name: 'Reports of the day' })).toBeVisible();
		expect(page.getByRole('heading', { name: 'Recount a date' }).elements()).toEqual([]);
	});

	it('builds a date again after a question, without a licence too', async () => {
		const { calls } = await show(<RecountActions time="2026-06-30T15:45:00Z" />, {
			accounts: { profile: () => createProfile({ role: 'admin', license: null }) },
			attention: {
				countSectorAnalysis: () => ({
					id: '0197b3a2-0000-7000-8000-000000000009',
					kind: 'breadth',
					state: 'queued',
					phase: '',
					progress: null,
					by: 'ann@example.com',
					created: '2026-06-30T15:46:00Z',
					started: null,
					finished: null,
					error: null,
					request: { date: '2026-06-30' },
					result: null,
				}),
			},
		});
		await page.getByRole('button', { name: 'Recount a date' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Recount' }).click();
		await expect.element(page.getByText('Job: queued.')).toBeVisible();
		expect(calls.find(({ call }) => call === 'attention.countSectorAnalysis')?.input).toEqual({ body: { date: '2026-06-30' } });
	});
});
