import { slotsOfDate } from '@sw/domain/reports/timetable';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminTimetable, type Schedule } from './timetable.tsx';

const DATE = '2026-07-01';
const session = nyse.sessionOn(exchangeDate(DATE)) as Session;

function schedule(overrides: Partial<Schedule> = {}): Schedule {
	return {
		date: DATE,
		session: { open: isoSeconds(session.open), close: isoSeconds(session.close), early_close: false },
		holiday: null,
		now: '2026-07-01T15:45:00Z',
		latest: null,
		items: slotsOfDate(session).map(({ at, ...slot }) => ({
			...slot,
			date: isoSeconds(at),
			published: false,
			tickers: null,
			locked: false,
		})),
		...overrides,
	};
}

function open(
	search: Record<string, string> = { date: DATE },
	operations: NonNullable<Answers['operations']> = {},
	answer: () => Schedule = schedule,
) {
	return show(<AdminTimetable search={search} />, { reports: { schedule: answer }, operations });
}

function inputsOf({ calls }: Awaited<ReturnType<typeof open>>, call: string) {
	return calls.filter((one) => one.call === call).map((one) => one.input);
}

async function sure(name: string): Promise<void> {
	await page.getByRole('button', { name }).click();
	await page.getByRole('dialog', { name }).getByRole('button', { name: 'Confirm' }).click();
}

describe('the timetable of a day', () => {
	it('says what each licence opens, and again with each change', async () => {
		await open();
		await expect.element(page.getByText(/basic 7 of 28/)).toBeVisible();
		await expect.element(page.getByText(/premium 16 of 28/)).toBeVisible();
		await page.getByLabelText('Minimum licence at 10:00').selectOptions('pro');
		await expect.element(page.getByText(/basic 6 of 28/)).toBeVisible();
		await page.getByLabelText('In use at 09:45').click();
		await expect.element(page.getByRole('row', { name: /^09:45/ }).getByText('none: not in use')).toBeVisible();
		await page.getByRole('button', { name: 'Discard changes' }).click();
		await expect.element(page.getByText(/basic 7 of 28/)).toBeVisible();
	});

	it('is written for the dates that are named, in place of what stands', async () => {
		const shown = await open({ date: DATE }, { fillSchedule: () => ({ written: 56 }) });
		await page.getByRole('button', { name: 'Remove at 09:46' }).click();
		await page.getByLabelText('Minimum licence at 10:00').selectOptions('pro');
		await page.getByLabelText('To').fill('2026-07-02');
		await page.getByRole('button', { name: 'Save' }).click();
		await expect
			.element(page.getByText('Replaces the slots on all trading days, 07/01/2026 to 07/02/2026, with these 27', { exact: false }))
			.toBeVisible();
		await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
		await expect.element(page.getByText('56 slots saved, 07/01/2026 to 07/02/2026.')).toBeVisible();
		const [{ body }] = inputsOf(shown, 'operations.fillSchedule') as [{ body: { from: string; to: string; slots: object[] } }];
		expect([body.from, body.to, body.slots.length]).toEqual(['2026-07-01', '2026-07-02', 27]);
		expect(body.slots.slice(0, 2)).toEqual([
			{ anchor: 'open', minutes: 15, report: 'basic', algo: 'reverse', is_use: true },
			{ anchor: 'open', minutes: 30, report: 'pro', algo: 'reverse', is_use: true },
		]);
		expect(body.slots.at(-1)).toEqual({ anchor: 'close', minutes: 1, report: 'premium', algo: 'forecast', is_use: true });
	});

	it('is filled where nothing stands, and put back', async () => {
		const shown = await open({ date: DATE }, { fillSchedule: () => ({ written: 0 }), resetSchedule: () => ({ written: 28 }) });
		await sure('Fill empty days');
		await expect.element(page.getByText('No changes needed from 07/01/2026 to 07/01/2026.')).toBeVisible();
		await sure('Reset to default');
		await expect.element(page.getByText('28 slots saved, 07/01/2026.')).toBeVisible();
		expect(inputsOf(shown, 'operations.fillSchedule')).toEqual([{ body: { from: DATE, to: DATE } }]);
		expect(inputsOf(shown, 'operations.resetSchedule')).toEqual([{ body: { from: DATE, to: DATE } }]);
	});

	it('gets another slot, where a report can stand', async () => {
		await open();
		const fault = page.getByRole('alert');
		await page.getByLabelText('Time, ET').fill('10:05');
		await page.getByRole('button', { name: 'Add slot' }).click();
		await expect.element(fault.filter({ hasText: 'must be on a quarter-hour' })).toBeVisible();
		await page.getByLabelText('Time, ET').fill('10:00');
		await page.getByRole('button', { name: 'Add slot' }).click();
		await expect.element(fault.filter({ hasText: 'There is already a slot at this time.' })).toBeVisible();
		await page.getByLabelText('Time, ET').fill('12:01');
		await page.getByLabelText('Algo', { exact: true }).selectOptions('forecast');
		await page.getByRole('button', { name: 'Add slot' }).click();
		await expect.element(page.getByRole('row', { name: /^12:01/ })).toBeVisible();
		await expect.element(page.getByText(/pro 29 of 29/)).toBeVisible();
	});

	it('says what is refused where it was asked', async () => {
		await open({ date: DATE }, { resetSchedule: () => rejectCall(400, 'At most 3700 days.') });
		await sure('Reset to default');
		await expect.element(page.getByRole('dialog').getByRole('alert').filter({ hasText: 'At most 3700 days.' })).toBeVisible();
	});

	it('does not exist on a day without trading, and can be asked for again', async () => {
		await open({ date: '2026-07-03' }, {}, () =>
			schedule({ date: '2026-07-03', session: null, items: [], holiday: { type: 'full', name: 'Independence Day' } }),
		);
		await expect.element(page.getByText('07/03/2026 is not a trading day')).toBeVisible();
		await expect.element(page.getByText('Independence Day. Choose another date.')).toBeVisible();
		await open({ date: DATE }, {}, () => rejectCall(503, 'away'));
		await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
	});

	it('begins with the day of the market clock', async () => {
		const shown = await open({});
		await expect.element(page.getByText(/basic 7 of 28/)).toBeVisible();
		expect(inputsOf(shown, 'reports.schedule').at(-1)).toEqual({ query: { time: DATE } });
	});

	const cell = (name: string) => page.getByRole('grid').getByRole('button', { name, exact: true });
	const isOpen = (name: string, pressed: boolean) => expect.element(cell(name)).toHaveAttribute('aria-pressed', String(pressed));

	it('is painted by dragging across the quarter-hours, and saved as before', async () => {
		const shown = await open({ date: DATE }, { fillSchedule: () => ({ written: 28 }) });
		await isOpen('basic at 10:15', false);
		await isOpen('pro at 10:15', true);
		await userEvent.dragAndDrop(cell('basic at 10:15'), cell('basic at 11:00'));
		for (const clock of ['10:15', '10:30', '10:45', '11:00']) await isOpen(`basic at ${clock}`, true);
		await isOpen('premium at 10:15', true);
		await expect.element(page.getByText('Open to basic: 10:15 to 11:00.')).toBeInTheDocument();
		await expect.element(page.getByLabelText('Minimum licence at 10:15')).toHaveValue('basic');
		await cell('pro at 10:15').click();
		await expect.element(page.getByLabelText('In use at 10:15')).not.toBeChecked();
		await isOpen('basic at 10:15', false);
		await expect.element(page.getByText('Closed to pro: 10:15.')).toBeInTheDocument();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
		await expect.element(page.getByText('28 slots saved, 07/01/2026.')).toBeVisible();
		const [{ body }] = inputsOf(shown, 'operations.fillSchedule') as [{ body: { slots: { minutes: number; report: string }[] } }];
		expect(body.slots.find(({ minutes }) => minutes === 60)?.report).toBe('basic');
	});

	it('is painted by keyboard: arrow keys move, Shift selects, Space changes all selected', async () => {
		await open();
		await expect.element(cell('basic at 09:45')).toHaveAttribute('tabindex', '0');
		(cell('basic at 09:45').element() as HTMLElement).focus();
		await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
		await expect.element(cell('premium at 10:15')).toHaveFocus();
		await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
		await expect.element(cell('premium at 10:45')).toHaveFocus();
		expect(page.getByRole('gridcell', { selected: true }).elements()).toHaveLength(3);
		await isOpen('premium at 10:15', false);
		await userEvent.keyboard(' ');
		for (const clock of ['10:15', '10:30', '10:45']) await isOpen(`premium at ${clock}`, true);
		await isOpen('basic at 10:15', false);
		await userEvent.keyboard('{Escape}{End}');
		await expect.element(cell('premium at 16:00')).toHaveFocus();
		expect(page.getByRole('gridcell', { selected: true }).elements()).toHaveLength(0);
	});

	it('is as it was where a finger that began to paint scrolls the page', async () => {
		await open();
		const button = cell('basic at 10:15').element();
		const touch = (type: string) =>
			button.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 1, pointerType: 'mouse' }));
		touch('pointerdown');
		await isOpen('basic at 10:15', true);
		touch('pointercancel');
		await isOpen('basic at 10:15', false);
	});
});
