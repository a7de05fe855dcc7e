/**
 * The predictable effects in the simulated market. They show what a track record looks like when a filter finds an effect; docs/simulated-market.md lists the
 * effects with such filters. The effects depend on past prices, volume and option demand, not on depths or reports; the engine does not know them.
 */
import { type Catalogue, TIERS } from './catalogue.ts';
import type { OptionInterest } from './option-interest.ts';

/** Number of past sessions that a state covers. */
const STATE_SESSIONS = 5;

/** A row's session, from the previous close to the close. */
interface RowSession {
	/** Log return. */
	readonly move: number;
	/** Log of trading activity relative to its average. */
	readonly volume: number;
	readonly optionDemand: OptionInterest['demand'];
}

/** What is known about a row in the first slots of a session. */
interface RowState {
	/** Log return of the last five sessions, in standard deviations of five sessions. */
	readonly rise: number;
	/** Log of relative trading: mean of the last five sessions, and of the last one. */
	readonly volume: number;
	readonly lastVolume: number;
	/** Option demand of the previous session and of this one, which shows from the first slots on. */
	readonly lastDemand: OptionInterest['demand'];
	readonly demand: OptionInterest['demand'];
}

export interface PlantedEffect {
	readonly name: string;
	readonly tiers: readonly (typeof TIERS)[number]['name'][];
	/** Log return added from open to close of a session to which it applies. */
	readonly size: number;
	readonly applies: (state: RowState) => boolean;
}

export const PLANTED_EFFECTS: readonly PlantedEffect[] = [
	{ name: 'reversal', tiers: ['small', 'micro'], size: -0.012, applies: ({ rise, volume }) => rise > 1.9 && volume < 0.5 },
	{ name: 'continuation', tiers: ['large', 'mid'], size: 0.011, applies: ({ rise, lastVolume }) => rise > 1.9 && lastVolume > 0.35 },
	{ name: 'calls', tiers: ['large', 'mid'], size: 0.007, applies: ({ demand, lastDemand }) => demand > 0 || lastDemand > 0 },
];

export interface PlantedDrift {
	/** Log return that the effects add to a session with this demand for options. */
	computeDrift(row: number, optionDemand: OptionInterest['demand']): number;
	/** Records a finished session of the row. */
	recordSession(row: number, session: RowSession): void;
}

/** `factorSigma`: typical daily standard deviations of the factors. */
export function createPlantedDrift(c: Catalogue, factorSigma: { market: number; industry: number }): PlantedDrift {
	const typicalSigma = Float64Array.from({ length: c.rows }, (_, row) =>
		Math.hypot(
			c.sigma[row]!,
			c.betaMarket[row]! * factorSigma.market,
			c.industry[row] === 255 ? 0 : c.betaIndustry[row]! * factorSigma.industry,
		),
	);
	const recentSessions = Array.from({ length: c.rows }, (): RowSession[] => []);
	const effectsByTier = TIERS.map(({ name }) => PLANTED_EFFECTS.filter(({ tiers }) => tiers.includes(name)));
	return {
		computeDrift(row, optionDemand) {
			const sessions = recentSessions[row] as RowSession[];
			const effects = effectsByTier[c.tier[row]!] as PlantedEffect[];
			if (c.isFund[row] || effects.length === 0 || sessions.length < STATE_SESSIONS) return 0;
			const state: RowState = {
				rise: sessions.reduce((sum, { move }) => sum + move, 0) / (typicalSigma[row]! * Math.sqrt(STATE_SESSIONS)),
				volume: sessions.reduce((sum, { volume }) => sum + volume, 0) / STATE_SESSIONS,
				lastVolume: sessions.at(-1)?.volume ?? 0,
				lastDemand: sessions.at(-1)?.optionDemand ?? 0,
				demand: optionDemand,
			};
			return effects.reduce((sum, { size, applies }) => sum + (applies(state) ? size : 0), 0);
		},
		recordSession(row, session) {
			const sessions = recentSessions[row] as RowSession[];
			sessions.push(session);
			if (sessions.length > STATE_SESSIONS) sessions.shift();
		},
	};
}
