import { episodeBars } from '@sw/domain/research/episodes';
import { createDailyPanel, createLogPanel } from '@sw/domain/research/evidence/daily-panel';
import { computeDailyPriceZ } from '@sw/domain/research/evidence/daily-price-z';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { type NumberedBlock, type RecordStats, recordHitStats, recordPValue } from '@sw/domain/statistics/hit-stats';
import { benjaminiHochberg, luckLine } from '@sw/domain/statistics/luck-line';
import { median } from '@sw/domain/statistics/median';
import { createRandom } from '@sw/domain/statistics/random';
import { nyse, type Session, sessionOn } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createCatalogue, ROWS, TIERS } from './catalogue.ts';
import { createDailyProcess, type Day } from './daily-process.ts';
import { collectEvents, createSessionEvents } from './events.ts';
import { type MarketModel, SLOT_VOLUME } from './market-model.ts';
import { drawOptionInterest } from './option-interest.ts';
import { PLANTED_EFFECTS } from './planted-effects.ts';
import { randomKey, STREAM } from './random.ts';

const SESSIONS = 505;
/** Before them the price score has no year of reports; records of a new folder cover the year after. */
const SETTLED = 250;
const HORIZON = 1;
const COOLDOWN = 10;

/** What filters see of a row at a close: z of the daily price score, log of trading against usual, share of calls less the usual one. */
interface Cell {
	readonly z: number;
	readonly volume: number;
	readonly lean: number;
}

interface DailyFilter {
	readonly direction: 1 | -1;
	readonly tiers: readonly string[];
	matches(cell: Cell): boolean;
}

/** Reads records of filters in one simulated market: entry at the next open, excess over the tier's median at the next close, no costs. */
function recordReader(model: MarketModel): (filter: DailyFilter) => RecordStats {
	const c = createCatalogue(model.seed);
	const first = sessionOn(exchangeDate('2024-06-24')) as Session;
	const process = createDailyProcess(model, c, first, nyse);
	const days = Array.from({ length: SESSIONS }, (_, i): Day => process.getDay(nyse.sessionByOrdinal(first.ordinal + i) as Session));
	const panel = createDailyPanel(
		ROWS,
		days.map(({ session }) => session.date),
		Uint8Array.from(days, ({ session }) => session.slots),
	);
	const [volume, lean] = [new Float64Array(ROWS * SESSIONS), new Float64Array(ROWS * SESSIONS)];
	const events = createSessionEvents();
	for (const [t, day] of days.entries())
		for (let row = 0; row < ROWS; row++) {
			if (!process.isListed(row, day.session.date)) continue;
			const at = row * SESSIONS + t;
			panel.open[at] = Math.exp(day.open[row]!) * day.shareFactor[row]!;
			panel.close[at] = Math.exp(day.close[row]!) * day.shareFactor[row]!;
			collectEvents(events, model, row, day.dayNumbers);
			const share = (values: Float64Array): number => (events.hasEvents ? SLOT_VOLUME.reduce((s, g, slot) => s + g * values[slot]!, 0) : 0);
			volume[at] = day.activity[row]! + share(events.volume);
			lean[at] = c.advContracts[row]
				? drawOptionInterest(model, randomKey(model.seed, STREAM.path, row, day.dayNumbers[0]!)).callSkew + share(events.tilt)
				: 0;
		}
	const logs = createLogPanel(panel, () => undefined);
	const z = computeDailyPriceZ(panel, logs, PARAMETERS_V1);
	const excess = new Float64Array(ROWS * SESSIONS).fill(Number.NaN);
	for (let t = SETTLED; t + HORIZON < SESSIONS; t++)
		for (let tier = 0; tier < TIERS.length; tier++) {
			const like = Array.from({ length: ROWS }, (_, row) => row * SESSIONS + t).filter(
				(at) => c.tier[Math.floor(at / SESSIONS)] === tier && !Number.isNaN(returnAfter(at)),
			);
			const middle = median(like.map(returnAfter)) as number;
			for (const at of like) excess[at] = returnAfter(at) - middle;
		}
	function returnAfter(at: number): number {
		return logs.close[at + HORIZON]! - logs.open[at + 1]!;
	}
	return ({ direction, tiers, matches }) => {
		const blocks = new Map<number, [n: number, hits: number]>();
		for (let row = 0; row < ROWS; row++) {
			if (!tiers.includes((TIERS[c.tier[row]!] as (typeof TIERS)[number]).name)) continue;
			const found: number[] = [];
			for (let t = SETTLED; t + HORIZON < SESSIONS; t++) {
				const at = row * SESSIONS + t;
				if (matches({ z: z[at]!, volume: volume[at]!, lean: lean[at]! })) found.push(t);
			}
			for (const t of episodeBars(found, COOLDOWN)) {
				const value = direction * excess[row * SESSIONS + t]!;
				if (Number.isNaN(value)) continue;
				const number = Math.floor(t / HORIZON);
				const [n, hits] = blocks.get(number) ?? [0, 0];
				blocks.set(number, [n + 1, hits + Number(value > 0)]);
			}
		}
		return recordHitStats([...blocks].sort(([a], [b]) => a - b).map(([number, [n, hits]]): NumberedBlock => [number, n, hits]));
	};
}

function isBetter({ p, n_eff, degreesOfFreedom }: RecordStats, trials: number): boolean {
	return p !== null && p > luckLine(trials, n_eff, 0.5, degreesOfFreedom);
}

const FINDERS: Record<string, DailyFilter> = {
	reversal: { direction: -1, tiers: ['small', 'micro'], matches: ({ z }) => z >= 3 },
	continuation: { direction: 1, tiers: ['large', 'mid'], matches: ({ z, volume }) => z >= 2.5 && volume > 0.5 },
	calls: { direction: 1, tiers: ['large', 'mid'], matches: ({ lean }) => lean > 0.13 },
};

/** Of moves and option trading that no effect follows. */
const CHOICES = { rings: [0, 1.5, 2, 2.5, 3], volumes: [-9, -9, 0.3, 0.6], leans: [-9, -9, 0.06, 0.13] } as const;

/** Filters of random conditions, tiers and directions: falls, trading and puts. */
function randomDailyFilters(seed: number, count: number): DailyFilter[] {
	const random = createRandom(seed);
	const one = <T>(list: readonly T[]): T => list[random.nextInteger(list.length)] as T;
	return Array.from({ length: count }, () => {
		const [ring, minimum, leaning] = [one(CHOICES.rings), one(CHOICES.volumes), one(CHOICES.leans)];
		const tiers = TIERS.filter(() => random.nextBoolean(0.5)).map(({ name }) => name);
		return {
			direction: random.nextBoolean(0.5) ? 1 : -1,
			tiers: tiers.length === 0 ? TIERS.map(({ name }) => name) : tiers,
			matches: ({ z, volume, lean }) =>
				(ring === 0 ? z < 1 : z <= -ring) && volume > minimum && (leaning < 0 ? lean < 0.05 : lean <= -leaning),
		};
	});
}

describe('planted effects', () => {
	const planted = recordReader({ seed: 1, version: 2 });

	it('are each found in a year of the market, also against sixty trials, and are not there in the first model', () => {
		const without = recordReader({ seed: 1, version: 1 });
		expect(Object.keys(FINDERS)).toEqual(PLANTED_EFFECTS.map(({ name }) => name));
		for (const [name, filter] of Object.entries(FINDERS)) expect(isBetter(planted(filter), 60), name).toBe(true);
		for (const [name, filter] of Object.entries(FINDERS)) expect(isBetter(without(filter), 60), name).toBe(false);
	});

	it('leave the rest of the market without any: of sixty random filters of falls, volume and puts none looks better than luck', () => {
		const records = randomDailyFilters(1, 60).map(planted);
		const q = benjaminiHochberg(records.map((stats) => recordPValue(stats, 0.5) ?? 1));
		expect(records.filter(({ n }) => n >= 100).length).toBeGreaterThan(40);
		expect(records.filter((stats, i) => isBetter(stats, 60) && q[i]! <= 0.05).length).toBe(0);
	});
});
