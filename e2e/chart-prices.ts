/** Places in a ticker's price chart, which paints on a canvas. */
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

/** Sets an alert from the menu of a right click and returns its level in dollars, as the menu names it. */
export async function setAlertAt(page: Page, { x, y }: Place): Promise<number> {
	await page.mouse.click(x, y, { button: 'right' });
	const menu = page.getByRole('dialog', { name: 'At this price' });
	const choice = menu.getByRole('button', { name: /^Alert at/ });
	const level = Number((await choice.textContent())?.replace(/[^\d.]/g, ''));
	await choice.click();
	await expect(menu).toBeHidden();
	return level;
}

/** Drags the alert's line that is at a height of the chart, once the mouse can take hold of it. */
export async function dragLine(page: Page, chart: Locator, from: Place, to: Place): Promise<void> {
	await expect(async () => {
		// The line is drawn after its alert is stored: only a move of the mouse finds it.
		await page.mouse.move(from.x, from.y + 20);
		await page.mouse.move(from.x, from.y);
		await expect(chart.locator('[data-grip]')).toBeAttached({ timeout: 500 });
	}).toPass();
	await page.mouse.down();
	await page.mouse.move(to.x, (from.y + to.y) / 2);
	await page.mouse.move(to.x, to.y);
	await page.mouse.up();
}

/** Pixels from the chart's left edge and from its upper edge, in the price pane. */
export async function placeIn(chart: Locator, x: number, y: number): Promise<Place> {
	const box = await chart.boundingBox();
	if (!box) throw new Error('The chart is not on screen');
	return { x: box.x + x, y: box.y + y };
}
