/** A week of a trader's work by mouse: alerts from everywhere, one of which fires. The rest of the week: week-decisions.spec.ts. */
import type { Locator, Page } from '@playwright/test';
import { isoSeconds } from '@sw/domain/time/format';
import { SECOND } from '@sw/domain/time/units';
import { dragLine, findPoint, setAlertAt, waitForChart } from '../chart-prices.ts';
import { extendUndo } from '../extend-undo.ts';
import { WIDE } from '../fits.ts';
import { expect, test } from '../fixtures.ts';
import { openSettled, waitUntilSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { findCards, readSymbols } from '../ranked-list.ts';
import { clearAccount, signIn } from '../readers.ts';

test.use({ viewport: WIDE });

interface Alert {
	ticker: string | null;
	fired: number;
	condition: { kind: string; level?: number };
}

async function alertsOf({ request }: Page): Promise<Alert[]> {
	return (await (await request.get('/api/alerts')).json()).items;
}

/** Fills the form of an alert and sets it. */
async function setAlert(page: Page, fill: (field: (label: string) => Locator) => Promise<void>): Promise<void> {
	const dialog = page.getByRole('dialog', { name: 'Set an alert' });
	await fill((label) => dialog.getByLabel(label, { exact: true }));
	await dialog.getByRole('button', { name: 'Set alert' }).click();
	await expect(dialog).toBeHidden();
}

test('alerts are set from the chart, a card, a row and the list; one fires, and its message leads to the report', async ({
	page,
	context,
	running,
}) => {
	await extendUndo(context);
	await signIn(context, running, 'pro');
	await clearAccount(context, running);
	await openSettled(page, '/main?tabType=free');
	const [first, second] = (await readSymbols(page)) as [string, string];
	const { items } = await (await page.request.get('/api/sector-charts?tab_type=free')).json();
	const price = (items as { ticker: string; price: number }[]).find((one) => one.ticker === first)?.price ?? Number.NaN;

	// At a place of the chart, then dragged to another one.
	await findCards(page).first().locator('[data-card]').click();
	await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
	await waitUntilSettled(page);
	const chart = await waitForChart(page);
	const [from, to] = [await findPoint(chart, 200, 60), await findPoint(chart, 200, 100)];
	const level = await setAlertAt(page, from);
	const levels = async () => (await alertsOf(page)).flatMap(({ condition }) => condition.level ?? []);
	await expect.poll(levels).toEqual([level]);
	await dragLine(page, chart, from, to);
	await expect(page.getByRole('alert').filter({ hasText: 'Alert moved' })).toBeVisible();
	const [moved] = await levels();
	expect(moved).toBeLessThan(level);

	// From its card, to both sides of the price: whichever way it goes, one of the two is reached.
	await page.goBack();
	await waitUntilSettled(page);
	const card = findCards(page).filter({ has: page.getByText(first, { exact: true }) });
	for (const away of [-0.01, 0.01]) {
		await card.hover();
		await card.getByRole('button', { name: `Set an alert on ${first}` }).click();
		await setAlert(page, async (field) => {
			await expect(field('Ticker')).toHaveValue(first);
			await field('Level in dollars').fill((price + away).toFixed(2));
		});
	}
	await page.getByRole('link', { name: 'Table', exact: true }).click();
	await expect(page).toHaveURL(/view=table/);
	await page
		.getByRole('row')
		.getByRole('button', { name: `Set an alert on ${second}` })
		.click();
	await setAlert(page, async (field) => {
		await field('Kind').selectOption('A sector reaches a depth');
		await field('Depth, 1 to 5').fill('5');
	});
	await page.getByRole('button', { name: 'Alert', exact: true }).click();
	await setAlert(page, (field) => expect(field('Kind').locator('option:checked')).toHaveText('Enters a list'));
	await openSettled(page, '/alerts');
	const rows = page.getByRole('region', { name: 'Your alerts' }).getByRole('row');
	await expect(rows.filter({ hasText: `${first}price ` })).toHaveCount(3);
	await expect(rows.filter({ hasText: `${second}Volume busy reaches depth 5` })).toHaveCount(1);
	await expect(rows.filter({ hasText: 'enters Free' })).toHaveCount(1);

	await page.goto('about:blank');
	await passUntilReport(running, (await fetchNewestReportTime(page)) + 1, 5 * SECOND);
	const report = isoSeconds(await fetchNewestReportTime(page));
	// Opening a page renews the session, whose first part is over by now.
	await openSettled(page, '/alerts');
	await expect.poll(async () => (await alertsOf(page)).some(({ fired }) => fired > 0)).toBe(true);
	await openSettled(page, '/alerts');
	await expect(rows.filter({ has: page.getByRole('link', { name: `${first}, report` }) }).first()).toContainText('over');
	await page
		.getByRole('banner')
		.getByRole('link', { name: /^Messages/ })
		.click();
	await page
		.getByRole('list', { name: 'Messages' })
		.getByRole('link')
		.filter({ hasText: new RegExp(`${first} (rose|fell) to `) })
		.first()
		.click();
	const message = page.getByRole('region', { name: 'Message', exact: true });
	await expect(message.getByRole('img', { name: new RegExp(`^${first}`) })).toBeVisible();
	await message.getByRole('link', { name: 'Open' }).click();
	await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
	expect(new URL(page.url()).searchParams.get('report')).toBe(report);
	await clearAccount(context, running);
});
