/** Reading a ticker's page in journeys. */
import { expect, type Locator, type Page } from '@playwright/test';
import { violationsOf } from './accessibility-rules.ts';
import { sidewaysScroll } from './open-screen.ts';

export interface Item {
	ticker_id: number;
	ticker: string;
	weighted_sum: number;
}

export async function open(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
}

export async function listOf(page: Page, skip = 0, sort = ''): Promise<Item[]> {
	return (await (await page.request.get(`/api/sector-charts?tab_type=free&skip=${skip}&max=10${sort}`)).json()).items;
}

/** No accessibility violations, and nothing scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
	expect(await violationsOf(page)).toEqual([]);
	expect(await sidewaysScroll(page)).toBe(0);
}

export function panel(page: Page, name: string | RegExp): Locator {
	return page.getByRole('region', { name });
}
