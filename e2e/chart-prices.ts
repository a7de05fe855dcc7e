/** Points and lines in a ticker's price chart, which is drawn on a canvas. */
import { expect, type Locator, type Page } from '@playwright/test';
import { findPanel } from './ticker-page.ts';

export interface Point {
	x: number;
	y: number;
}

/** Scrolls the chart of a ticker's page to the middle of the screen, and waits until it is drawn. */
export async function waitForChart(page: Page): Promise<Locator> {
	const chart = findPanel(page, /^Price, /).getByRole('group', { name: /^Price chart, / });
	await chart.evaluate((node) => node.scrollIntoView({ block: 'center' }));
	await expect(chart.locator('[data-drawn]')).toBeAttached();
	return chart;
}

/** Sets an alert from the menu of a right click and returns its level in dollars, as the menu names it. */
export async function setAlertAt(page: Page, { x, y }: Point): Promise<number> {
	await page.mouse.click(x, y, { button: 'right' });
	const menu = page.getByRole('dialog', { name: 'At this price' });
	const choice = menu.getByRole('button', { name: /^Alert at/ });
	const level = Number((await choice.textContent())?.replace(/[^\d.]/g, ''));
	await choice.click();
	await expect(menu).toBeHidden();
	return level;
}

/** Drags the alert line at `start` to `end`, once the line is drawn and the mouse can grab it. */
export async function dragLine(page: Page, chart: Locator, start: Point, end: Point): Promise<void> {
	await expect(async () => {
		// The line is drawn only after its alert is stored, so the mouse moves until it finds the line.
		await page.mouse.move(start.x, start.y + 20);
		await page.mouse.move(start.x, start.y);
		await expect(chart.locator('[data-grip]')).toBeAttached({ timeout: 500 });
	}).toPass();
	await page.mouse.down();
	await page.mouse.move(end.x, (start.y + end.y) / 2);
	await page.mouse.move(end.x, end.y);
	await page.mouse.up();
}

/** The point at these distances, in pixels, from the left and upper edges of the chart, in the price pane. */
export async function findPoint(chart: Locator, x: number, y: number): Promise<Point> {
	const box = await chart.boundingBox();
	if (!box) throw new Error('The chart is not on screen');
	return { x: box.x + x, y: box.y + y };
}
