import { PHONE, WIDE } from '../fits.ts';
import { expect, test } from '../fixtures.ts';
import { openSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

test('the top tables keep their interval and cap, in the address and in the browser', async ({ page }) => {
	await openSettled(page, '/top');
	const titles = ['Top Active', 'Top Gainers', 'Top Losers', 'Unusual Volume'];
	await expect(page.getByRole('heading', { level: 2 })).toHaveText(titles);
	for (const title of titles) {
		const section = page.locator('section', { has: page.getByRole('heading', { name: title }) });
		expect(await section.locator('tbody tr').count()).toBeGreaterThan(0);
		expect(await section.locator('tbody tr').count()).toBeLessThanOrEqual(20);
		await expect(section.locator('tbody tr svg').filter({ visible: true }).first()).toBeVisible();
	}
	const intervals = page.getByRole('navigation', { name: 'Interval' });
	for (const interval of ['Day', '4 hour', '1 hour'])
		await expect(intervals.getByRole('link', { name: interval, exact: true })).toBeVisible();
	await intervals.getByRole('link', { name: '1 hour' }).click();
	await expect(page).toHaveURL(/interval=hour/);
	await page.getByLabel('Market cap').selectOption('mega_cap');
	await expect(page).toHaveURL(/interval=hour&marketcap=mega_cap/);
	const stored = () => page.evaluate(() => [localStorage.getItem('topTablesSettings'), localStorage.getItem('capitalizationTableTop')]);
	await expect.poll(stored).toEqual(['"hour"', '"mega_cap"']);
	await openSettled(page, '/top');
	await expect(page).toHaveURL(/interval=hour&marketcap=mega_cap/);
	await expect(page.getByLabel('Market cap')).toHaveValue('mega_cap');
});

test('movers before the open have their change since the close, their volume, and the wheels of that close', async ({ page }) => {
	await openSettled(page, '/top?interval=premarket');
	const gainers = page.locator('section', { has: page.getByRole('heading', { name: 'Top Gainers' }) });
	await expect(gainers.getByText('Change since the last close.')).toBeVisible();
	await expect(gainers.getByRole('columnheader', { name: 'volume' })).toBeVisible();
	await expect(gainers.locator('tbody tr').first().locator('td').first()).toHaveText(/^[\d.,]+[KMB]?$/);
	await expect(page.getByText(/as of .+ wheels of the (?:16:00|15:45|15:30|15:00|13:00) ET report/)).toBeVisible();
	await expect(gainers.locator('tbody tr svg').filter({ visible: true }).first()).toBeVisible();
	await page.getByRole('navigation', { name: 'Interval' }).getByRole('link', { name: 'After hours' }).click();
	await expect(page).toHaveURL(/interval=after_hours/);
	await expect(gainers.getByText('Change since the last close.')).toBeVisible();
	// No row is wider than its table's panel.
	for (const size of [WIDE, PHONE]) {
		await page.setViewportSize(size);
		const excess = await page.locator('main section:has(table)').evaluateAll((panels) =>
			panels.map((panel) => {
				const table = panel.querySelector('table') as HTMLTableElement;
				return Math.max(0, Math.round(table.getBoundingClientRect().right - panel.getBoundingClientRect().right));
			}),
		);
		expect(excess.length).toBeGreaterThan(0);
		expect(excess.filter((pixels) => pixels > 0)).toEqual([]);
	}
});

test('in forced colors small wheels show depths: those of tables by shades, those of target lists by hatching', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'pro');
	await page.emulateMedia({ forcedColors: 'active' });
	/** Depth and fill of each lit cell, without repetitions. */
	const fills = async (size: number) => {
		const cells = await page.locator(`[data-size="${size}"] path`).evaluateAll((paths) =>
			paths.flatMap((path) => {
				const depth = /depth(\d)/.exec(path.getAttribute('class') ?? '')?.[1];
				return depth ? [`${depth} ${getComputedStyle(path).fill}`] : [];
			}),
		);
		return [...new Set(cells)].map((cell) => ({ depth: Number(cell[0]), fill: cell.slice(2) }));
	};
	await openSettled(page, '/top');
	const shades = await fills(24);
	const depths = new Set(shades.map(({ depth }) => depth));
	expect(depths.size).toBeGreaterThan(1);
	// One shade for each depth, whatever the sector.
	expect(shades).toHaveLength(depths.size);
	expect(new Set(shades.map(({ fill }) => fill)).size).toBe(depths.size);
	await openSettled(page, '/target');
	const hatches = await fills(48);
	expect(hatches.length).toBeGreaterThan(1);
	for (const { depth, fill } of hatches) {
		const [, id = ''] = /#([\w-]+)/.exec(fill) ?? [];
		expect(id).toMatch(new RegExp(`^small-hatch-\\w+-${depth}$`));
		await expect(page.locator(`pattern#${id}`)).toHaveCount(1);
	}
});
