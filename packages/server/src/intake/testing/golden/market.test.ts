import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeMarket } from './make-market.ts';
import { MARKET_FOLDER, readGoldenMarket, readMarketText } from './read-market.ts';

describe('the golden market', () => {
	it('is what the simulated market makes today, to the byte', async () => {
		const made = await makeMarket();
		expect(readdirSync(MARKET_FOLDER)).toEqual(Object.keys(made).map((name) => `${name}.gz`));
		for (const [name, text] of Object.entries(made)) expect(readMarketText(name) === text, `${name} is stale: npm run golden`).toBe(true);
	});

	it('has twelve tickers, some of which trade in every slot of 48 sessions and some in few', async () => {
		const { symbols, days } = await readGoldenMarket();
		expect([symbols.length, days.length]).toEqual([12, 48]);
		const traded = symbols.map((_, row) =>
			days.map(({ matrix }) => matrix.close.filter((close, cell) => cell % matrix.rows === row && !Number.isNaN(close)).length),
		);
		expect(
			Object.fromEntries(symbols.map((symbol, row) => [symbol, traded[row]?.reduce((sum, bars) => sum + bars, 0)])),
		).toMatchInlineSnapshot(`
			{
			  "CALE": 1248,
			  "DORU": 520,
			  "DUNI": 1248,
			  "HOLL": 1248,
			  "KORO": 1248,
			  "MALI": 820,
			  "NOTC": 1248,
			  "ORER": 1119,
			  "PAO": 1248,
			  "RENM": 1241,
			  "SEA": 946,
			  "ZO": 1159,
			}
		`);
	});
});
