import { INFORMATION_STATES, type InformationState } from '@sw/domain/filings/information';
import { logPanel } from '@sw/domain/research/evidence/daily-panel';
import { dailyPriceZ } from '@sw/domain/research/evidence/daily-price-z';
import { forwardReturns } from '@sw/domain/research/evidence/forward-returns';
import { hitTable } from '@sw/domain/research/evidence/hit-table';
import { liquidityTiers } from '@sw/domain/research/evidence/liquidity-tiers';
import { ringShares } from '@sw/domain/research/evidence/ring-shares';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { hitLines, searchLines, shareLines } from './print.ts';
import { readActions } from './read-actions.ts';
import { readFilings } from './read-filings.ts';
import { readPrices } from './read-prices.ts';

const HORIZON = 5;
const SPLIT: readonly (readonly [InformationState, string])[] = [
	['yes', 'With a filing in the five sessions before'],
	['no', 'Without a filing'],
	['unknown', 'Filings not known'],
];

/** Evaluates the data in the folder and reports line by line. Returns the shares of rings 1 to 5. Throws Error with a line to show. */
export function evidence(folder: string, say: (line: string) => void): number[] {
	const started = performance.now();
	const { rings, moveBars, cooldownBars } = PARAMETERS_V1;
	const prices = readPrices(folder, nyse);
	const { panel } = prices;
	const actions = readActions(folder, prices);
	const sessions = panel.dates.length;
	say(
		`${panel.rows} tickers, ${sessions} sessions ${panel.dates[0]} to ${panel.dates.at(-1)}, ${prices.read} rows, ${prices.refused} rejected`,
	);
	say(
		`${actions.splits} splits and ${actions.dividends} distributions adjusted for; ignored ${actions.contradicted} splits that the prices contradict`,
	);

	const logs = logPanel(panel, actions.eventsOf, PARAMETERS_V1.quarantineJump);
	const z = dailyPriceZ(panel, logs, PARAMETERS_V1);
	const tiers = liquidityTiers(panel, PARAMETERS_V1);
	const { n, shares } = ringShares(z, tiers, rings);
	say(
		`${logs.quarantinedFrom.filter((from) => from < sessions).length} tickers end in quarantine because of an overnight jump without a split`,
	);
	say(`\nPrice up, 1d, move over ${moveBars[4]} bars: share of ${n} readings of eligible tickers`);
	shareLines(shares).forEach(say);

	const returns = forwardReturns(panel, logs, tiers, HORIZON);
	say(`\nDoes an extreme move reverse within ${HORIZON} sessions? Entry at the next open, exit at the close of session ${HORIZON}.`);
	say(
		`A hit beats the median of its liquidity tier over the same interval. Episodes ${cooldownBars} sessions apart, blocks of ${HORIZON} sessions; no costs.`,
	);
	const input = { sessions, z, tiers, returns, rings, horizon: HORIZON, cooldown: cooldownBars };
	const rows = hitTable(input);
	hitLines(rows).forEach(say);
	say('\nAll rows were tried together and share their market. The best of them:');
	searchLines(rows).forEach(say);
	const filings = readFilings(folder, prices, nyse);
	for (const [state, title] of filings ? SPLIT : []) {
		say(`\n${title}`);
		const wanted = INFORMATION_STATES.indexOf(state);
		hitLines(hitTable({ ...input, takes: (cell) => filings?.[cell] === wanted })).forEach(say);
	}
	say(`\n${((performance.now() - started) / 1000).toFixed(1)} s`);
	return shares;
}
