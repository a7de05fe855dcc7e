import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { ForecastLine } from './forecast-line.tsx';

it.each([
	['history', 'No forecast: this ticker has too little price history.'],
	['unchanged', 'No forecast: the price of this ticker doesn’t change.'],
	['unmeasured', 'No forecast yet: its bands are measured after the close.'],
	[undefined, 'Loading forecast...'],
] as const)('a forecast that is missing gives its one reason: %s', async (data, text) => {
	await show(<ForecastLine query={{ data, isError: false }} />, {});
	await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});
