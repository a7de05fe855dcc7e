/** Places of prices in a ticker's price chart, which paints on a canvas. */
import { expect, type Locator, type Page } from '@playwright/test';
import { panel } from './ticker-page.ts';

export interface Place {
	x: number;
	y: number;
}

/** The drawn chart of a ticker's page, in the middle of the screen. */
export async function drawnChart(page: Page): Promise<Locator> {
	const chart = panel(page, /^Price, /).getByRole('group', { name: /^Price chart, / });
	await expect(chart.locator('[data-drawn]')).toBeAttached();
	await chart.evaluate((node) => node.scrollIntoView({ block: 'center' }));
	return chart;
}

/** The menu of a place in the chart, opened by a right click. */
export async function openChartMenu(page: Page, { x, y }: Place): Promise<Locator> {
	await page.mouse.click(x, y, { button: 'right' });
	const menu = page.getByRole('dialog', { name: 'At this price' });
	await expect(menu).toBeVisible();
	return menu;
}

/** Pixels from the chart's top left to two places in its price pane. */
const [LEFT, UPPER, LOWER] = [200, 60, 160];

/** The place of any price: the menus of two places name their prices, and the scale is linear. */
export async function readPriceScale(page: Page, chart: Locator): Promise<(price: number) => Promise<Place>> {
	const priceAt = async (y: number): Promise<number> => {
		const box = await boxOf(chart);
		const menu = await openChartMenu(page, { x: box.x + LEFT, y: box.y + y });
		const text = await menu.getByRole('button', { name: /^Alert at/ }).textContent();
		await page.keyboard.press('Escape');
		await expect(menu).toBeHidden();
		return Number(text?.replace(/[^\d.]/g, ''));
	};
	const [upper, lower] = [await priceAt(UPPER), await priceAt(LOWER)];
	expect(upper).toBeGreaterThan(lower);
	return async (price) => {
		const box = await boxOf(chart);
		return { x: box.x + LEFT, y: box.y + UPPER + ((upper - price) / (upper - lower)) * (LOWER - UPPER) };
	};
}

async function boxOf(chart: Locator): Promise<Place> {
	const box = await chart.boundingBox();
	if (!box) throw new Error('The chart is not on screen');
	return box;
}
