import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { DEFAULT_STATE } from '../list-state/state.ts';
import { latestQuery, useOpenReport } from './reading.ts';
import { useChanges } from './use-changes.ts';

const [OLD, NEW, NEWEST] = ['2026-06-30T15:30:00Z', '2026-06-30T15:45:00Z', '2026-06-30T16:00:00Z'] as const;
const SHOWN = [{ ticker_id: 1 }, { ticker_id: 2 }];
type Changes = Awaited<ReturnType<NonNullable<NonNullable<Answers['signals']>['sectorChartChanges']>>>;

function List({ visibleRows }: { visibleRows: typeof SHOWN | undefined }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const reading = useOpenReport();
	const { summary, entered } = useChanges(DEFAULT_STATE, reading, { rows: visibleRows });
	return (
		<>
			<p>
				open {reading.time ?? 'none'}, before {reading.previousReport ?? 'none'}, {summary ?? 'no news'}, new:{' '}
				{[...entered].join(' ') || 'none'}
			</p>
			<button type="button" onClick={() => void queryClient.fetchQuery({ ...latestQuery(api), staleTime: 0 })}>
				A report arrives
			</button>
			<button type="button" onClick={reading.accept}>
				Open it
			</button>
		</>
	);
}

/** A list that was opened at the first of these reports. `order`: its page in the next report. */
async function open(changes: Partial<Changes>, { order = SHOWN, shown = SHOWN as typeof SHOWN | null } = {}) {
	let arrived = 0;
	const { calls } = await show(<List visibleRows={shown ?? undefined} />, {
		signals: {
			sectorChartDate: () => ({ time: [OLD, NEW, NEWEST][Math.min(arrived++, 2)]!, report: null, oldest: null }),
			sectorChartChanges: ({ query }) =>
				({ time: query.date ?? null, since: query.since ?? null, entered: [], left: [], moved: [], ...changes }) as Changes,
			sectorChartHistory: () => ({ items: order }) as never,
		},
	});
	await expect.element(page.getByText(`open ${OLD}, before none, no news, new: none`)).toBeVisible();
	await arrive.click();
	return calls;
}

const arrive = page.getByRole('button', { name: 'A report arrives' });
const take = page.getByRole('button', { name: 'Open it' });

describe('what a newer report would change in the open list', () => {
	it('names tickers that enter and leave, without asking for their order', async () => {
		const calls = await open({ entered: [7], left: [1, 2] });
		await expect.element(page.getByText(`open ${OLD}, before none, 1 entered, 2 left, new: none`)).toBeVisible();
		expect(calls.filter(({ call }) => call === 'signals.sectorChartHistory')).toEqual([]);
	});

	it('names the order where no ticker enters or leaves', async () => {
		await open({});
		await expect.element(page.getByText(/, same tickers, same order,/)).toBeVisible();
	});

	it('says so where the order changes', async () => {
		await open({}, { order: [...SHOWN].reverse() });
		await expect.element(page.getByText(/, same tickers, new order,/)).toBeVisible();
	});

	it('leaves the order out where no page is shown', async () => {
		const calls = await open({}, { shown: null });
		await expect.element(page.getByText(/, the same tickers,/)).toBeVisible();
		expect(calls.filter(({ call }) => call === 'signals.sectorChartHistory')).toEqual([]);
	});

	it('opens the newest report only when the reader does, and then marks what it brought', async () => {
		await open({ entered: [7] });
		await arrive.click();
		await expect.element(page.getByText(/^open 2026-06-30T15:30:00Z, before none, 1 entered/)).toBeVisible();
		await take.click();
		await expect.element(page.getByText(`open ${NEWEST}, before ${OLD}, no news, new: 7`)).toBeVisible();
		await take.click();
		await expect.element(page.getByText(`open ${NEWEST}, before ${OLD}, no news, new: 7`)).toBeVisible();
	});
});
