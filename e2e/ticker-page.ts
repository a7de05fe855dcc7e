/** Reading a ticker's page in journeys. */
import { expect, type Locator, type Page } from '@playwright/test';
import { findViolations } from './accessibility-rules.ts';
import { measureSidewaysScroll } from './open-screen.ts';

export interface ListItem {
	ticker_id: number;
	ticker: string;
	weighted_sum: number;
}

export async function openPage(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
}

export async function fetchList(page: Page, skip = 0, sortQuery = ''): Promise<ListItem[]> {
	return (await (await page.request.get(`/api/sector-charts?tab_type=free&skip=${skip}&max=10${sortQuery}`)).json()).items;
}

/** No accessibility violations, and nothing scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
	expect(await findViolations(page)).toEqual([]);
	expect(await measureSidewaysScroll(page)).toBe(0);
}

export function findPanel(page: Page, name: string | RegExp): Locator {
	return page.getByRole('region', { name });
}
