import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { NO_FILTERS } from '../filters/saved-filters.ts';
import { AlertForm, type InitialAlert } from './alert-form.tsx';

const TICKERS = [
	{ ticker: 'DELAR', ticker_id: 11 },
	{ ticker: 'DELARX', ticker_id: 12 },
];

const FILTER = { id: 9, name: 'Deep', is_branded: false };
const OIL = { id: 4, name: 'Oil', count: 2, token: null, created: '2026-06-30T15:45:00Z' };

/** The form, and the tickers whose symbols start with a text. */
function open(inbox: Answers['inbox'] = {}, start: InitialAlert = {}) {
	return show(<AlertForm initialValues={start} />, {
		filters: {
			watchlists: () => ({ items: [OIL], allowed: 3 }),
			filters: () => ({ ...NO_FILTERS, items: [FILTER, { ...FILTER, id: 1, name: 'Built-in', is_branded: true }] }) as never,
		},
		inbox: { alerts: () => ({ items: [], allowed: 10 }), ...inbox },
		prices: {
			tickers: ({ query: { part = '' } }) => {
				const items = TICKERS.filter(({ ticker }) => ticker.startsWith(part.toUpperCase()));
				return { items, total_count: items.length } as never;
			},
		},
	});
}

const field = (label: string) => page.getByLabelText(label, { exact: true });
const submit = () => page.getByRole('button', { name: 'Set alert' }).click();
const choose = (kind: string) => page.getByLabelText('Kind').selectOptions(kind);

async function bodies(shown: Awaited<ReturnType<typeof open>>) {
	return shown.calls.filter(({ call }) => call === 'inbox.addAlert').map(({ input }) => (input as { body: object }).body);
}

describe('the form that sets alerts', () => {
	it('says at the field what is wrong, asks nothing of the server, and moves there', async () => {
		const shown = await open();
		await field('Level in dollars').fill('5');
		await submit();
		await expect.element(field('Ticker')).toHaveAccessibleDescription('Required to fill in');
		await expect.element(field('Ticker')).toHaveFocus();
		await field('On').selectOptions('Oil');
		await submit();
		await expect.element(field('On')).toHaveAccessibleDescription('A price level needs one ticker. Choose one ticker, or another kind.');
		await expect.element(field('On')).toHaveFocus();
		await field('On').selectOptions('One ticker');
		await field('Ticker').fill('DELAR');
		for (const [kind, label, wrong, message] of [
			['Price reaches a level', 'Level in dollars', '', 'Required to fill in'],
			['Price reaches a level', 'Level in dollars', '-2', 'Enter a number above 0, at most 10,000,000.'],
			['Rate reaches a value', 'Rate', '1000', 'Enter a whole number from 1 to 999.'],
			['A sector reaches a depth', 'Depth, 1 to 5', '6', 'Enter a whole number from 1 to 5.'],
			['A sector reaches a depth', 'Depth, 1 to 5', '2.5', 'Enter a whole number from 1 to 5.'],
			['Volume is unusually high', 'Volume in typical moves (z)', 'many', 'Enter a number above 0, at most 100.'],
			['Mentions reach a number', 'Mentions in 24 h', '0', 'Enter a whole number from 1 to 1,000,000.'],
		] as const) {
			await choose(kind);
			await field(label).fill(wrong);
			await submit();
			await expect.element(field(label)).toHaveAccessibleDescription(expect.stringContaining(message));
			await expect.element(field(label)).toHaveFocus();
		}
		await field('Mentions in 24 h').fill('20');
		await page.getByLabelText('How often').selectOptions('every time');
		await field('Minimum minutes between firings').fill('');
		await submit();
		await expect.element(field('Minimum minutes between firings')).toHaveAccessibleDescription('Required to fill in');
		await field('Ticker').fill('DELA');
		await field('Minimum minutes between firings').fill('0');
		await submit();
		await expect.element(field('Ticker')).toHaveAccessibleDescription(/No ticker has this symbol\./);
		expect(await bodies(shown)).toEqual([]);
	});

	it('sends the fields of each kind, and ignores those of others', async () => {
		const shown = await open({ addAlert: () => ({}) as never });
		await field('Ticker').fill(' DELAR ');
		const list = { tab: 'extreme_rise', strategy: 'first' };
		const once = { repeat: 'once', cool_down: 60, expires: null, note: '' };
		for (const [kind, label, value] of [
			['Price reaches a level', 'Level in dollars', '12.5'],
			['Rate reaches a value', 'Rate', '28'],
			['A sector reaches a depth', 'Depth, 1 to 5', '3'],
			['Volume is unusually high', 'Volume in typical moves (z)', '4.5'],
			['Mentions reach a number', 'Mentions in 24 h', '20'],
			['Mentions are unusually many', 'Times the usual mentions', '2.5'],
			['Enters a list', '', ''],
			['Leaves a list', '', ''],
			['New filing', '', ''],
		] as const) {
			const before = (await bodies(shown)).length;
			await choose(kind);
			if (label !== '') await field(label).fill(value);
			await submit();
			await expect.poll(async () => (await bodies(shown)).length).toBe(before + 1);
			await expect.element(page.getByRole('button', { name: 'Set alert' })).toBeEnabled();
		}
		expect(await bodies(shown)).toEqual(
			[
				{ kind: 'price', level: 12.5 },
				{ kind: 'rate', ...list, value: 28, falls: false },
				{ kind: 'depth', sector: 'volume', timeframe: 'one_hour', value: 3, falls: false },
				{ kind: 'volume', timeframe: 'one_hour', value: 4.5, falls: false },
				{ kind: 'mentions', value: 20, falls: false },
				{ kind: 'mention_spike', value: 2.5, falls: false },
				{ kind: 'enters', ...list },
				{ kind: 'leaves', ...list },
				{ kind: 'filing' },
			].map((condition) => ({ ticker_id: 11, condition, ...once })),
		);
		await choose('Leaves a list');
		// All favourites; a cool-down that is no longer shown doesn't stop the form.
		await page.getByLabelText('How often').selectOptions('every time');
		await field('Minimum minutes between firings').fill('soon');
		await page.getByLabelText('How often').selectOptions('once per session');
		await field('On').selectOptions('All favourites');
		await field('Ends on').fill('2027-01-04');
		await field('Note').fill('Look');
		await submit();
		await expect
			.poll(async () => (await bodies(shown)).at(-1))
			.toEqual({
				ticker_id: null,
				condition: { kind: 'leaves', ...list },
				repeat: 'session',
				cool_down: 60,
				expires: '2027-01-04',
				note: 'Look',
			});
	});

	it('sends that the value falls below', async () => {
		const shown = await open({ addAlert: () => ({}) as never });
		await field('Ticker').fill('DELAR');
		await choose('Rate reaches a value');
		await field('Rate').fill('28');
		await field('Fires when').selectOptions('it falls below');
		await submit();
		await expect.poll(async () => (await bodies(shown))[0]).toMatchObject({ condition: { kind: 'rate', value: 28, falls: true } });
	});

	it("offers one's own filters beside the tabs, and sends the one chosen without timeframes", async () => {
		const shown = await open({ addAlert: () => ({}) as never });
		await field('Ticker').fill('DELAR');
		await choose('Leaves a list');
		await field('List').selectOptions('Your filter Deep');
		expect(
			page
				.getByLabelText('List', { exact: true })
				.getByRole('option', { name: /Built-in/ })
				.elements(),
		).toEqual([]);
		await expect.element(field('Timeframes of the list')).not.toBeInTheDocument();
		await submit();
		await expect.poll(async () => (await bodies(shown))[0]).toMatchObject({ condition: { kind: 'leaves', filter_id: 9 } });
		// Of a rate, only a tab has a list.
		await choose('Rate reaches a value');
		await field('Rate').fill('28');
		await submit();
		await expect.poll(async () => (await bodies(shown))[1]).toMatchObject({ condition: { kind: 'rate', tab: 'extreme_rise' } });
	});

	it('begins with a watchlist, and sends it', async () => {
		const shown = await open({ addAlert: () => ({}) as never }, { scope: '4', kind: 'depth' });
		await expect.element(field('On')).toHaveValue('4');
		await expect.element(field('Ticker')).not.toBeInTheDocument();
		await field('Depth, 1 to 5').fill('3');
		await submit();
		await expect
			.poll(async () => (await bodies(shown))[0])
			.toMatchObject({ ticker_id: null, watchlist_id: 4, condition: { kind: 'depth', value: 3 } });
	});

	it('shows the limit of the licence, errors of the server at their field, and keeps what was entered', async () => {
		const answers = [
			() => rejectCall(403, 'Your basic licence includes 10 alerts. Delete one first.'),
			() => rejectCall(400, 'Wrong', [{ field: 'condition.level', message: 'The price is 5 now. Choose a level above or below it.' }]),
			() => rejectCall(400, 'Wrong', [{ field: 'expires', message: 'Choose a later date: the alert would have expired already.' }]),
			() => rejectCall(404, 'Wrong', [{ field: 'ticker_id', message: 'There is no such ticker.' }]),
			() => rejectCall(404, 'Wrong', [{ field: 'watchlist_id', message: 'Watchlist not found.' }]),
			() => rejectCall(503, 'The database is not available.'),
		];
		await open({ addAlert: () => (answers.shift() as () => never)() });
		await field('Ticker').fill('DELAR');
		await field('Level in dollars').fill('5');
		await submit();
		await expect.element(page.getByRole('alert')).toHaveTextContent('Your basic licence includes 10 alerts. Delete one first.');
		await submit();
		await expect.element(field('Level in dollars')).toHaveAccessibleDescription(/The price is 5 now\. Choose a level above or below it\./);
		await submit();
		await expect.element(field('Ends on')).toHaveAccessibleDescription(/Choose a later date/);
		await submit();
		await expect.element(field('Ticker')).toHaveAccessibleDescription(/There is no such ticker\./);
		await submit();
		await expect.element(field('On')).toHaveAccessibleDescription('Watchlist not found.');
		await submit();
		await expect.element(page.getByRole('alert')).toHaveTextContent('The database is not available.');
		await expect.element(field('Level in dollars')).toHaveValue('5');
	});
});
