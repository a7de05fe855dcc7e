/** A list by mail: scheduled in the delivery panel, listed with its next time, sent at that report, deleted. */
import { LIST_MAIL_SLOTS, nextSlotReport, slotOf } from '@sw/domain/inbox/list-mail';
import { nyse } from '@sw/domain/time/calendar';
import { formatEt } from '@sw/domain/time/format';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { getLinkPath, waitForMail } from '../account-steps.ts';
import { expectFits, WIDE } from '../fits.ts';
import { expect, test } from '../fixtures.ts';
import { openSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { readMatchCount, readSymbols } from '../ranked-list.ts';
import { clearAccount, signIn } from '../readers.ts';

test.use({ viewport: WIDE });

test('a list is scheduled, comes by mail with a link to its report, and its schedule is deleted', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await clearAccount(context, running);
	const slot = [slotOf((await fetchNewestReportTime(page)) + 15 * MINUTE)].find((next) => LIST_MAIL_SLOTS.includes(next)) ?? '09:45';
	const filter = {
		name: 'Any volume',
		tab: 'free',
		timeframes: ['fifteen_minutes', 'one_hour', 'four_hours'],
		filters: [{ sector: 'volume', timeframe: 'one_hour', value: 1 }],
	};
	await context.request.post('/api/filters', { data: filter, headers: { origin: running.url } });
	const { now } = running.product.market;
	const next = () => nextSlotReport(nyse, slot, now()) ?? Number.NaN;
	const report = next();

	await openSettled(page, '/messages?view=delivery');
	const panel = page.getByRole('region', { name: 'Lists by mail' });
	await expect(panel.getByText(/^Get a ranked list by mail each trading day/)).toBeVisible();
	await panel.getByRole('combobox', { name: 'List', exact: true }).selectOption('Any volume');
	await panel.getByRole('combobox', { name: /^Time of the report/ }).selectOption(slot);
	await panel.getByRole('button', { name: 'Schedule list' }).click();
	const scheduled = panel.getByRole('list', { name: 'Your scheduled lists' }).getByRole('listitem');
	await expect(scheduled).toContainText(`Any volume, ${slot} ET`);
	await expect(scheduled).toContainText(`next ${formatEt(report, 'datetime')} ET`);
	await expectFits(page);

	await page.goto('about:blank');
	await passUntilReport(running, report, 5 * SECOND);
	// Opening a page renews the session, whose first part is over by now.
	await openSettled(page, '/messages?kind=list');
	const heads = async (): Promise<{ subject: string }[]> => (await (await context.request.get('/api/messages?kind=list')).json()).items;
	await expect.poll(async () => (await heads()).length).toBe(1);
	const [{ subject } = { subject: '' }] = await heads();
	expect(subject).toMatch(/^Any volume at \d{1,2}:\d\d [AP]M ET: \d+ tickers?$/);
	const mail = await waitForMail(running.folder, 'pro@demo.test', subject);
	await openSettled(page, getLinkPath(mail));
	const [first] = await readSymbols(page);
	expect(mail.text).toMatch(new RegExp(`1\\. ${first}, rate \\d+`));
	expect(await readMatchCount(page)).toBe(Number(/(\d+) tickers?$/.exec(subject)?.[1]));
	await expect(page.getByText(`Archived data ${formatEt(report, 'datetime')} ET`)).toBeVisible();
	await expect(page.getByRole('link', { name: /^Remove Filter: Any volume/ })).toBeVisible();

	await openSettled(page, '/messages?view=delivery');
	await expect(scheduled).toContainText(`next ${formatEt(next(), 'datetime')} ET`);
	expect(next()).toBeGreaterThan(report);
	await panel.getByRole('button', { name: `Delete scheduled list: Any volume, ${slot} ET` }).click();
	await expect(scheduled).toHaveCount(0);
	expect(await (await context.request.get('/api/list-mails')).json()).toMatchObject({ items: [] });
	await clearAccount(context, running);
});

test('on a wide screen the delivery settings are three cards side by side, on a phone one below the other', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'pro');
	// One control of each card.
	const controls = [
		page.getByRole('radio', { name: 'Hourly' }),
		page.getByRole('button', { name: 'Set address' }),
		page.getByRole('button', { name: 'Schedule list' }),
	];
	const columns = async (width: number) => {
		await page.setViewportSize({ width, height: 900 });
		const lefts = await Promise.all(controls.map(async (control) => (await control.boundingBox())?.x ?? 0));
		return new Set(lefts.map((left) => Math.floor((left / width) * 3))).size;
	};
	await openSettled(page, '/messages?view=delivery');
	for (const control of controls) await expect(control).toBeVisible();
	expect(await columns(1440)).toBe(3);
	expect(await columns(390)).toBe(1);
});
